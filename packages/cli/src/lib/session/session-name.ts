import { shortName } from '../agents/registry.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { SessionRecord } from './session-record.ts'

const MAX_CHARS = 64

/**
 * Refuses a name that nobody could type again or that looks like an id of ours.
 * Throws `CliError` with exit code 2.
 */
export function checkSessionName(name: string): void {
  const problem = findProblem(name)
  if (problem === null) return
  throw new CliError(EXIT.usage, `--session ${JSON.stringify(name)} is no name: ${problem}`, {
    hints: ['use 1 to 64 letters, digits and . _ - in any language, e.g. --session release-notes'],
  })
}

function findProblem(name: string): string | null {
  if (name === '') return 'it is empty'
  if ([...name].length > MAX_CHARS) return `it is longer than ${MAX_CHARS} characters`
  if (!/^[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]*$/u.test(name)) return 'it holds other characters'
  return /^\d{8}-[0-9a-f]{1,8}$/.test(name) ? 'ids of sessions look like that' : null
}

/** The refusal of a name that a session has already, with the two ways on. */
export function nameTaken(taken: SessionRecord): CliError {
  const name = JSON.stringify(taken.name)
  return new CliError(EXIT.usage, `a session named ${name} exists already`, {
    hints: [
      `go on with it: onesoul run ${shortName(taken.agent)} --resume ${taken.name}`,
      'or give the new session another name',
    ],
  })
}
