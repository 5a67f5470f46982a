import { suggest } from '@onesoul/core'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { SessionRecord } from './session-record.ts'

/**
 * Finds by id, unique beginning of an id, or name. Throws `CliError` with exit
 * code 2 when there is none or more than one, with what was probably meant.
 */
export function findSession(records: readonly SessionRecord[], wanted: string): SessionRecord {
  const exact = records.filter((record) => record.id === wanted || record.name === wanted)
  const begun = wanted === '' ? [] : records.filter((record) => record.id.startsWith(wanted))
  const matches = exact.length > 0 ? exact : begun
  const [first, second] = matches
  if (first && (!second || exact.length > 0)) return first
  const what = second ? 'more than one session begins with' : 'there is no session'
  throw new CliError(EXIT.usage, `${what} ${JSON.stringify(wanted)}`, {
    hints: second ? matches.slice(0, 5).map(describe) : hintsFor(records, wanted),
  })
}

function hintsFor(records: readonly SessionRecord[], wanted: string): readonly string[] {
  if (records.length === 0) return ['there are no sessions in this home yet']
  const names = records.flatMap(({ name, id }) => (name === null ? [id] : [name, id]))
  const meant = suggest(wanted, names)
  if (meant) return [`did you mean ${meant}?`]
  return [...records.slice(0, 5).map(describe), 'all of them: onesoul sessions list']
}

function describe(record: SessionRecord): string {
  return [record.id, record.name ?? '', record.agent, record.cwd].filter(Boolean).join('  ')
}
