import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A home, a git work tree and an environment of their own, from which only this machine can be reached. */
export interface Sandbox {
  readonly base: string
  readonly home: string
  /** A git work tree with one commit. */
  readonly tree: string
  readonly deliverDir: string
  readonly env: Readonly<Record<string, string>>
  /** Writes a file, given relative to `base`; its folders are made. */
  put(path: string, content: string): Promise<void>
  /** Commits everything in the work tree. */
  commit(): void
  git(...args: readonly string[]): string
  remove(): Promise<void>
}

/** A port on which nobody listens, so that a program that ignores the sandbox fails at once. */
const CLOSED_PROXY = 'http://127.0.0.1:9'

/** Makes a sandbox below the folder for temporary files; the caller removes it. */
export async function createSandbox(
  env: (base: string) => Readonly<Record<string, string>> = () => ({}),
): Promise<Sandbox> {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'onesoul-agent-')))
  const [home, tree, tmp] = ['home', 'tree', 'tmp'].map((name) => join(base, name)) as [
    string,
    string,
    string,
  ]
  for (const folder of [home, tree, tmp]) await mkdir(folder)
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.test', ...args], {
      cwd: tree,
      encoding: 'utf8',
      env: { PATH: '/usr/bin:/bin', HOME: home },
    })
  const commit = (): void => {
    git('add', '--all')
    git('commit', '--quiet', '--allow-empty', '--message', 'state')
  }
  git('init', '--quiet')
  commit()
  return {
    base,
    home,
    tree,
    deliverDir: join(base, 'state', 'deliver'),
    env: {
      HOME: home,
      TMPDIR: tmp,
      PATH: '/usr/local/bin:/usr/bin:/bin',
      LANG: 'C.UTF-8',
      TERM: 'xterm-256color',
      HTTPS_PROXY: CLOSED_PROXY,
      HTTP_PROXY: CLOSED_PROXY,
      NO_PROXY: '127.0.0.1,localhost',
      ...env(base),
    },
    put: async (path, content) => {
      const file = join(base, path)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, content)
    },
    commit,
    git,
    // A program that has just ended may still be writing.
    remove: () => rm(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  }
}
