import { chmod, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { entriesOf } from './package-tree.ts'
import type { SkillPackageFile } from './skill-package.ts'

export interface WriteTreeOptions {
  /** Told after each file. */
  readonly onFile?: () => void | Promise<void>
  /** Wait until the disk has them. Default: true. */
  readonly durable?: boolean
}

/**
 * Writes the files of a skill into a folder that does not exist yet, with their
 * modes whatever the umask.
 */
export async function writeTree(
  folder: string,
  files: readonly SkillPackageFile[],
  { onFile = () => undefined, durable = true }: WriteTreeOptions = {},
): Promise<void> {
  const folders = entriesOf(files).filter(({ type }) => type === 'folder')
  for (const { path } of folders) await mkdir(join(folder, path))
  for (const file of files) {
    await writeFile(join(folder, file.path), file, durable)
    await onFile()
  }
  for (const { path } of [...folders].reverse()) {
    const place = join(folder, path)
    await (durable ? syncFolder(place, 0o755) : chmod(place, 0o755))
  }
}

async function writeFile(
  path: string,
  { bytes, mode }: SkillPackageFile,
  durable: boolean,
): Promise<void> {
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.chmod(mode)
    if (durable) await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes the names in a folder last. With `mode` it gets that one first. */
export async function syncFolder(path: string, mode?: number): Promise<void> {
  const handle = await open(path, 'r')
  try {
    if (mode !== undefined) await handle.chmod(mode)
    await handle.sync()
  } catch (error) {
    // Some file systems cannot sync a folder; its names then last as long as that system says.
    const { code = '' } = error as NodeJS.ErrnoException
    if (!['EINVAL', 'EPERM', 'ENOTSUP'].includes(code)) throw error
  } finally {
    await handle.close()
  }
}
