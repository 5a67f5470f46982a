import { execFile } from 'node:child_process'
import { HARMLESS_GIT_ARGS, harmlessGitEnvironment } from '@onesoul/sources'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'

export interface GitOutcome {
  readonly code: number
  readonly stdout: Buffer
  /** First line of what git said of its trouble. */
  readonly trouble: string
}

/** More than all slots of a home of a thousand bots. */
const MAX_OUTPUT = 256 * 1024 * 1024

/**
 * Runs git in a folder with the person's environment, less the variables that
 * would point it at another repository. Takes no lock, asks for nothing, and
 * starts no file monitor that the repository names.
 *
 * @throws CliError when there is no git.
 */
export function runGit(
  invocation: Invocation,
  args: readonly string[],
  options: { readonly cwd: string; readonly input?: string },
): Promise<GitOutcome> {
  const { cwd, input } = options
  return new Promise((resolve, reject) => {
    const child = execFile(
      'git',
      [...HARMLESS_GIT_ARGS, ...args],
      {
        cwd,
        env: harmlessGitEnvironment(invocation.env),
        encoding: 'buffer',
        maxBuffer: MAX_OUTPUT,
      },
      (error, stdout, stderr) => {
        if (error?.code === 'ENOENT') {
          reject(noGit())
          return
        }
        const [trouble = ''] = stderr.toString('utf8').split('\n')
        const code = typeof error?.code === 'number' ? error.code : error ? 1 : 0
        resolve({ code, stdout, trouble: trouble || (error?.message ?? '') })
      },
    )
    // A git that ends early is seen by its exit code; the broken pipe says nothing more.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input ?? '')
  })
}

function noGit(): CliError {
  return new CliError(EXIT.failed, 'git:REF needs git, and there is none on PATH', {
    hints: ['install git, or compare with session:ID, bot:NAME, platform:NAME or agent:ID'],
  })
}
