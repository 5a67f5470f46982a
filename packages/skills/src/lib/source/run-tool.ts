import { execFile } from 'node:child_process'
import { SkillsError } from '../skills-error.ts'
import { unreachable } from './source-tree.ts'
import { watchFolder } from './watch-folder.ts'

export interface ToolOptions {
  /** What is fetched by it, for messages. */
  readonly what: string
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  /** Default: 120,000. */
  readonly timeoutMs?: number
  readonly input?: string
  /** What may come into `cwd`, in bytes; it is ended when more does. Default: no bound. */
  readonly maxFolderBytes?: number
}

/** More than the bounds of a skill, with what a protocol adds. */
const MAX_OUTPUT = 64 * 1024 * 1024

/**
 * Runs a program of the system without a shell and returns what it printed.
 *
 * @throws SkillsError `source-unreachable` with the first line of its trouble,
 * `archive-refused` when it brings too much
 */
export async function runTool(
  program: 'git' | 'npm',
  args: readonly string[],
  options: ToolOptions,
): Promise<Buffer> {
  const { what, cwd, maxFolderBytes: max } = options
  if (max === undefined) return run(program, args, options)
  const watch = watchFolder(cwd, max)
  const [ran] = await Promise.allSettled([run(program, args, { ...options, signal: watch.signal })])
  if (await watch.end()) {
    const message = `${what} is refused: it has more than ${max / 1_000_000} MB`
    throw new SkillsError('archive-refused', message, {
      hints: ['fetch it yourself, and add the folder of the skill'],
    })
  }
  if (ran.status === 'rejected') throw ran.reason
  return ran.value
}

function run(
  program: 'git' | 'npm',
  args: readonly string[],
  { what, cwd, env, timeoutMs = 120_000, input, signal }: ToolOptions & { signal?: AbortSignal },
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const bounds = { maxBuffer: MAX_OUTPUT, timeout: timeoutMs, ...(signal && { signal }) }
    const child = execFile(
      program,
      [...args],
      { cwd, env, encoding: 'buffer', ...bounds },
      (error, stdout, stderr) => {
        if (!error) resolve(stdout)
        else reject(unreachable(what, troubleOf(program, error, stderr), error))
      },
    )
    // A program that ends early is seen by its exit code.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input ?? '')
  })
}

/** Not the code of npm, which stands first and says little. */
const TELLING = /^(?:fatal|error): |^npm (?:error|ERR!) (?!code )/i

function troubleOf(
  program: string,
  error: { readonly code?: unknown; readonly killed?: boolean; readonly message: string },
  stderr: Buffer,
): string {
  if (error.code === 'ENOENT') return `there is no ${program} on PATH`
  if (error.killed) return `${program} took too long or printed too much`
  const lines = stderr
    .toString('utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const telling = lines.find((line) => TELLING.test(line)) ?? lines[0]
  return telling?.replace(/^(?:fatal: |error: |npm (?:error|ERR!) )+/i, '') ?? `${program} failed`
}
