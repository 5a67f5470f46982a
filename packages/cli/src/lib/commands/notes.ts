import {
  addNote,
  NOTE_KINDS,
  type Note,
  type NoteKind,
  pruneNotes,
  readNotes,
} from '@onesoul/sources'
import { describeAge } from '../format/describe-amount.ts'
import { formatTable } from '../format/format-table.ts'
import { visible } from '../format/visible.ts'
import { openProject } from '../prepare/open-project.ts'
import { readStandardInput } from '../scan/read-standard-input.ts'
import { DAY_MS } from '../session/prune-sessions.ts'
import { parseDays } from '../session/session-place.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { knownValue } from '../terminal/known-value.ts'
import { printJson } from '../terminal/print-json.ts'

export interface NoteKindFlag {
  readonly kind?: string
}

/** `onesoul notes add TEXT`: keeps a note about the work tree; `-` reads it from standard input. */
export async function addNoteCommand(
  invocation: Invocation,
  text: string,
  flags: NoteKindFlag,
): Promise<number> {
  const kind = kindOf(flags) ?? 'working'
  const { place } = await openProject(invocation)
  const note = await addNote(place, { kind, text: text === '-' ? await readText() : text })
  if (invocation.flags.json) printJson(invocation, { note })
  else invocation.terminal.out(`note ${note.id} kept (${note.kind})\n`)
  return EXIT.done
}

/** As much as a note may have, with room for it to be told that it is too long. */
async function readText(): Promise<string> {
  const { bytes } = await readStandardInput(64 * 1024)
  return new TextDecoder().decode(bytes)
}

/** `onesoul notes list`: the notes of the work tree, oldest first. */
export async function listNotesCommand(
  invocation: Invocation,
  flags: NoteKindFlag,
): Promise<number> {
  const kind = kindOf(flags)
  const { place } = await openProject(invocation)
  const { value, fault } = await readNotes(place)
  if (fault !== null) throw new CliError(EXIT.failed, fault)
  const notes = (value ?? []).filter((note) => kind === null || note.kind === kind)
  if (invocation.flags.json) {
    printJson(invocation, { root: place.root, notes })
    return EXIT.done
  }
  const { terminal } = invocation
  if (notes.length > 0) terminal.out(`${formatTable(notes.map(rowOf))}\n\n`)
  const count = notes.length === 0 ? 'no notes' : plural(notes.length)
  terminal.out(`${count} about ${visible(place.root)}\n`)
  return EXIT.done
}

export interface PruneNotesFlags extends NoteKindFlag {
  readonly olderThan?: string
  readonly dryRun?: boolean
}

/** Days that a working note is kept for. */
const KEPT_DAYS = 7

/** `onesoul notes prune [ID…]`: removes the notes named, or those of a kind that are older than some days. */
export async function pruneNotesCommand(
  invocation: Invocation,
  typed: readonly string[],
  flags: PruneNotesFlags,
): Promise<number> {
  const ids = typed.map(parseId)
  const mayGo = choose(ids, flags)
  const { place } = await openProject(invocation)
  const dryRun = flags.dryRun ?? false
  const { removed, kept } = await pruneNotes(place, { mayGo, dryRun })
  const missing = ids.filter((id) => !removed.some((note) => note.id === id))
  const outcome = { dryRun, removed, kept: kept.length, missing }
  if (invocation.flags.json) printJson(invocation, outcome)
  else printPruned(invocation, outcome)
  return missing.length > 0 ? EXIT.failed : EXIT.done
}

interface PruneOutcome {
  readonly dryRun: boolean
  readonly removed: readonly Note[]
  /** How many stay. */
  readonly kept: number
  /** Numbers that no note has. */
  readonly missing: readonly number[]
}

function printPruned(
  { terminal }: Invocation,
  { dryRun, removed, kept, missing }: PruneOutcome,
): void {
  if (removed.length > 0) terminal.out(`${formatTable(removed.map(rowOf))}\n\n`)
  const verb = dryRun ? 'would remove' : 'removed'
  terminal.out(
    `${verb} ${removed.length === 0 ? 'no note' : plural(removed.length)}; ${kept} left\n`,
  )
  for (const id of missing) terminal.err(`onesoul: there is no note ${id}\n`)
}

/** Those with the numbers, or those that the flags mean; both at once mean nothing. */
function choose(ids: readonly number[], flags: PruneNotesFlags): (note: Note) => boolean {
  if (ids.length === 0) return byAge(flags)
  if (flags.kind === undefined && flags.olderThan === undefined) {
    return ({ id }) => ids.includes(id)
  }
  throw new CliError(EXIT.usage, 'numbers name the notes; --kind and --older-than choose them', {
    hints: ['give one or the other'],
  })
}

function byAge(flags: PruneNotesFlags): (note: Note) => boolean {
  const wanted = kindOf(flags) ?? 'working'
  const days = parseDays(flags.olderThan, KEPT_DAYS)
  const before = Date.now() - days * DAY_MS
  return ({ kind, at }) => kind === wanted && Date.parse(at) <= before
}

function kindOf({ kind }: NoteKindFlag): NoteKind | null {
  return kind === undefined ? null : knownValue('--kind', kind, NOTE_KINDS)
}

function parseId(typed: string): number {
  if (/^[1-9]\d{0,14}$/.test(typed)) return Number(typed)
  throw new CliError(EXIT.usage, `${JSON.stringify(typed)} is no number of a note`, {
    hints: ['`onesoul notes list` shows them'],
  })
}

function rowOf({ id, kind, text, at }: Note): readonly string[] {
  const age = describeAge(Date.now() - Date.parse(at))
  return [String(id), kind, age, visible(text.replace(/\s*\n\s*/g, ' '))]
}

function plural(count: number): string {
  return `${count} note${count === 1 ? '' : 's'}`
}
