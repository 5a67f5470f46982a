import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import type { Baseline } from './baseline.ts'
import { gitBaseline } from './git-baseline.ts'
import { sessionBaseline } from './session-baseline.ts'

/**
 * Opens what `--since` names: `git:REF`, `session:ID`, or a bare word, which is a
 * commit when there is one and else a session. `named` are the absolute paths.
 */
export async function openBaseline(
  invocation: Invocation,
  since: string,
  named: readonly string[],
): Promise<Baseline> {
  if (since === '') throw new CliError(EXIT.usage, '--since names nothing', { hints: [FORMS] })
  if (since.startsWith('git:')) return gitBaseline(invocation, since.slice(4), named)
  if (since.startsWith('session:')) return sessionBaseline(invocation, since.slice(8), named)
  try {
    return await gitBaseline(invocation, since, named)
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    return sessionBaseline(invocation, since, named).catch((second: unknown) => {
      // Of the two reasons, the one that names what was tried first.
      throw second instanceof CliError && second.exitCode !== EXIT.usage
        ? second
        : neither(since, error)
    })
  }
}

const FORMS = 'use a commit (HEAD~1, main, git:REF) or session:ID'

function neither(since: string, cause: CliError): CliError {
  const message = `--since ${JSON.stringify(since)} is neither a commit nor a session`
  return new CliError(EXIT.usage, message, { hints: [cause.message, FORMS], cause })
}
