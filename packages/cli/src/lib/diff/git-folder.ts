import { realpath } from 'node:fs/promises'
import { relative, sep } from 'node:path'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { runGit } from './run-git.ts'

/** A folder in a work tree. */
export interface GitFolder {
  readonly top: string
  /** From `top`, `/`-separated; `''` for `top` itself. */
  readonly folder: string
}

/** Where a folder lies in a git work tree; null when it lies in none, or is not there. */
export async function locateFolder(invocation: Invocation, dir: string): Promise<GitFolder | null> {
  const cwd = await realpath(dir).catch(() => null)
  if (cwd === null) return null
  const shown = await runGit(invocation, ['rev-parse', '--show-toplevel'], { cwd })
  if (shown.code !== 0) {
    if (/not a git repository|must be run in a work tree/.test(shown.trouble)) return null
    throw new CliError(EXIT.failed, `git could not open ${dir}: ${shown.trouble}`)
  }
  const top = await realpath(shown.stdout.toString('utf8').replace(/\r?\n$/, ''))
  return { top, folder: relative(top, cwd).split(sep).join('/') }
}

/** The full hash of the commit that a ref names. Throws a usage error when there is none. */
export async function resolveCommit(
  invocation: Invocation,
  top: string,
  ref: string,
): Promise<string> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]
  const { code, stdout } = await runGit(invocation, args, { cwd: top })
  if (code === 0) return stdout.toString('utf8').trim()
  throw new CliError(EXIT.usage, `git:${ref}: there is no such commit in ${top}`, {
    hints: ['use a branch, a tag, a hash, or e.g. git:HEAD~1; `git log` lists what is there'],
  })
}
