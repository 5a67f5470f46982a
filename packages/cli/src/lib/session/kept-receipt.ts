import type { RunReceipt } from '@onesoul/agents'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import {
  describeNewer,
  isRecord,
  isRecordList,
  parseJson,
  requireKeptFile,
} from './read-kept-file.ts'

/** Reads a receipt. Throws `CliError` with exit code 1 for one that is damaged, newer or no file of ours. */
export async function readReceipt(path: string): Promise<RunReceipt> {
  const parsed = parseJson(await requireKeptFile(path))
  if (isReceipt(parsed)) return parsed
  throw new CliError(EXIT.failed, `${path} ${describeNewer(parsed) ?? 'is a damaged receipt'}`, {
    hints: ['remove it to see the one before it, or make another: onesoul trace AGENT "hi"'],
  })
}

/** What a receipt is written for people from. */
function isReceipt(value: unknown): value is RunReceipt {
  return (
    isRecord(value) &&
    value['schemaVersion'] === 1 &&
    isRecord(value['agent']) &&
    LISTS.every((list) => isRecordList(value[list])) &&
    isRecordList(value['turns']) &&
    value['turns'].every(isTurn)
  )
}

const LISTS = ['sections', 'others', 'userSources', 'warnings'] as const

function isTurn(turn: Readonly<Record<string, unknown>>): boolean {
  const { request, slots, sections, changedSince } = turn
  return (
    isRecord(request) &&
    isRecordList(slots) &&
    isRecordList(sections) &&
    sections.every(({ found }) => isRecordList(found)) &&
    (changedSince === null || isRecord(changedSince))
  )
}
