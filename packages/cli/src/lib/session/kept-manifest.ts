import { createHash } from 'node:crypto'
import type { Manifest } from '@onesoul/core'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { describeNewer, isRecord, isRecordList, parseJson } from './read-kept-file.ts'
import { editedBeside } from './seal-session.ts'
import type { StoredSession } from './session-record.ts'

/** The manifest of a session. Throws `CliError` with exit code 1 for one that is damaged or newer. */
export function keptManifest({ record, manifest }: StoredSession): Manifest {
  const parsed = parseJson(manifest)
  if (isManifest(parsed)) return parsed
  const what = describeNewer(parsed) ?? 'is damaged'
  throw new CliError(EXIT.failed, `the manifest of session ${record.id} ${what}`, {
    hints: ['run --resume with --reset goes on with the text of now'],
  })
}

/** Whether the text of a session is the one that its manifest describes, and what stands beside it the one recorded. */
export function isIntact(session: StoredSession): boolean {
  return editedFile(session) === null
}

/** The name of the first file of a session that is not the one that was recorded; `null` when all are. */
export function editedFile(session: StoredSession): string | null {
  return isDescribed(session) ? editedBeside(session) : 'composition.txt'
}

function isDescribed({ text, manifest }: StoredSession): boolean {
  const parsed = parseJson(manifest)
  if (!isManifest(parsed)) return false
  return parsed.digest === `sha256:${createHash('sha256').update(text).digest('hex')}`
}

/** `the text of session ID is not the one that it recorded`: for a person. */
export function describeEdited(session: StoredSession): string {
  const file = editedFile(session) ?? 'composition.txt'
  const what = file === 'composition.txt' ? 'the text' : file
  return `${what} of session ${session.record.id} is not the one that it recorded`
}

/** Says on standard error that a session is shown with something else than it recorded; also with `--quiet`. */
export function reportEdited({ terminal }: Invocation, session: StoredSession): void {
  if (isIntact(session)) return
  terminal.err(`onesoul: ${describeEdited(session)}; it was edited since\n`)
}

/** What the commands of ours read of a manifest. */
function isManifest(value: unknown): value is Manifest {
  return (
    isRecord(value) &&
    value['schemaVersion'] === 1 &&
    typeof value['digest'] === 'string' &&
    isRecord(value['target']) &&
    isRecord(value['totals']) &&
    isRecordList(value['parts']) &&
    isRecordList(value['diagnostics']) &&
    isRecordList(value['sections']) &&
    value['sections'].every(isSection)
  )
}

const LISTS = ['sources', 'spans', 'omitted', 'changes'] as const

function isSection(section: Readonly<Record<string, unknown>>): boolean {
  return (
    typeof section['id'] === 'string' &&
    typeof section['status'] === 'string' &&
    isRecord(section['size']) &&
    LISTS.every((list) => isRecordList(section[list]))
  )
}
