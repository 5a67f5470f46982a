import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root: string = fileURLToPath(new URL('../../', import.meta.url))
const main = join(root, 'packages/cli/dist/main.cjs')

export interface Outcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface Place {
  /** A fresh folder; removed by `remove`. */
  readonly dir: string
  /** Runs the built command with nothing of the real environment but PATH. */
  readonly onesoul: (
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ) => Promise<Outcome>
  /** Writes a file, `/`-separated path below `dir`. */
  readonly write: (path: string, text: string) => Promise<string>
  readonly remove: () => Promise<void>
}

/** A person's home directory, a home made from the example, and an empty working directory. */
export async function createPlace(): Promise<Place> {
  const dir = await mkdtemp(join(tmpdir(), 'onesoul-cli-'))
  await mkdir(join(dir, 'user'))
  await mkdir(join(dir, 'work'))
  const example = join(root, 'examples/home')
  // Whoever tried the example out has state in it, sessions among others.
  const filter = (path: string): boolean => path !== join(example, 'state')
  await cp(example, join(dir, 'home'), { recursive: true, filter })
  await chmod(join(dir, 'home'), 0o700)
  return {
    dir,
    onesoul: (args, env = {}) =>
      run(args, {
        cwd: join(dir, 'work'),
        env: { PATH: process.env['PATH'] ?? '', HOME: join(dir, 'user'), ...env },
      }),
    write: async (path, text) => {
      const file = join(dir, path)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, text)
      return file
    },
    remove: () => rm(dir, { recursive: true, force: true }),
  }
}

function run(
  args: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [main, ...args],
      { ...options, maxBuffer: 1 << 26 },
      (error, stdout, stderr) => {
        const code = typeof error?.code === 'number' ? error.code : error ? 128 : 0
        resolve({ code, stdout, stderr })
      },
    )
    // Nothing is piped in, and nobody need wait for it.
    child.stdin?.end()
  })
}
