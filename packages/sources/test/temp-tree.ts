import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach } from 'vitest'

export interface TempTree {
  /** Real, absolute path. */
  readonly dir: string
  readonly path: (name: string) => string
  readonly write: (name: string, content: string | Uint8Array) => Promise<string>
  readonly folder: (name: string) => Promise<string>
  readonly link: (name: string, target: string) => Promise<void>
}

const made: string[] = []

afterEach(async () => {
  for (const dir of made.splice(0)) await rm(dir, { recursive: true, force: true })
})

/** A temporary folder with the given files, removed after the test. */
export async function createTempTree(files: Readonly<Record<string, string>> = {}): Promise<TempTree> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'onesoul-sources-')))
  made.push(dir)
  const path = (name: string): string => join(dir, name)
  const write = async (name: string, content: string | Uint8Array): Promise<string> => {
    await mkdir(dirname(path(name)), { recursive: true })
    await writeFile(path(name), content)
    return path(name)
  }
  const folder = async (name: string): Promise<string> => {
    await mkdir(path(name), { recursive: true })
    return path(name)
  }
  const link = async (name: string, target: string): Promise<void> => {
    await mkdir(dirname(path(name)), { recursive: true })
    await symlink(target, path(name))
  }
  for (const [name, content] of Object.entries(files)) await write(name, content)
  return { dir, path, write, folder, link }
}
