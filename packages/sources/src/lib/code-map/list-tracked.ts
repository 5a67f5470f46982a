import { spawn } from 'node:child_process'
import type { Environment } from '../config/environment-layer.ts'

export type TrackedFiles =
  | { readonly outcome: 'listed'; readonly paths: readonly string[] }
  /** There is no git, or it refused; one clause for people. */
  | { readonly outcome: 'failed'; readonly reason: string }

/** A repository of others must not start a program that its configuration names. */
const ARGS = ['-c', 'core.fsmonitor=false', 'ls-files', '-z', '--cached', '--stage']

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
      env: gitEnvironment(env),
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

/** Each entry is `<mode> <object> <stage>\\t<path>`. */
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

/** Variables that would point git at another repository stay out. */
function gitEnvironment(env: Environment): NodeJS.ProcessEnv {
  const own = Object.entries(env).filter(([name]) => !name.startsWith('GIT_'))
  return {
    ...Object.fromEntries(own),
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    LC_ALL: 'C',
  }
}
