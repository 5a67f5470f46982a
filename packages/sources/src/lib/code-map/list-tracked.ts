import { spawn } from 'node:child_process'
import type { Environment } from '../config/environment-layer.ts'
import { HARMLESS_GIT_ARGS, harmlessGitEnvironment } from './harmless-git.ts'

export type TrackedFiles =
  | { readonly outcome: 'listed'; readonly paths: readonly string[] }
  /** There is no git, or it refused; one clause for people. */
  | { readonly outcome: 'failed'; readonly reason: string }

const ARGS = [...HARMLESS_GIT_ARGS, 'ls-files', '-z', '--cached', '--stage']

const SUBMODULE_MODE = '160000 '
const MAX_TROUBLE = 2_000

/**
 * The files below a folder that git tracks, `/`-separated and relative to the
 * folder, in git's order. The list is read as a stream, so no length is too
 * much, and without quoting, so every name is whole; a submodule ends with `/`.
 * Runs no hook, takes no lock, fetches nothing.
 */
export function listTracked(folder: string, env: Environment): Promise<TrackedFiles> {
  return new Promise((resolve) => {
    const child = spawn('git', ARGS, {
      cwd: folder,
      env: harmlessGitEnvironment(env),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const chunks: Buffer[] = []
    let trouble = ''
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => {
      if (trouble.length < MAX_TROUBLE) trouble += chunk.toString('utf8')
    })
    child.on('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'ENOENT' ? 'there is no git on PATH' : error.message
      resolve({ outcome: 'failed', reason })
    })
    child.on('close', (code) => {
      if (code === 0) resolve({ outcome: 'listed', paths: splitPaths(Buffer.concat(chunks)) })
      else resolve({ outcome: 'failed', reason: firstLine(trouble) || `git ended with ${code}` })
    })
  })
}

/** Each entry is `<mode> <object> <stage>\t<path>`. */
function splitPaths(output: Buffer): readonly string[] {
  return output
    .toString('utf8')
    .split('\0')
    .flatMap((entry) => {
      const path = entry.slice(entry.indexOf('\t') + 1)
      if (path === '') return []
      return entry.startsWith(SUBMODULE_MODE) ? [`${path}/`] : [path]
    })
}

function firstLine(text: string): string {
  return (
    text
      .split('\n', 1)[0]
      ?.replace(/^fatal: /, '')
      .trim() ?? ''
  )
}
