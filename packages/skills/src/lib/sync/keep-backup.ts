import { createHash } from 'node:crypto'
import { cp, lstat, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { hashTree, listTree } from '@onesoul/disk'
import { listNames } from './list-names.ts'
import type { SyncPlace } from './sync-place.ts'
import { syncFolder } from './write-tree.ts'

/**
 * Copies what stands at `projection` into the home before it is replaced: links
 * as links, modes kept. Returns where; the same tree is kept once.
 *
 * @throws Error when the copy is not the original
 */
export async function keepBackup(
  place: SyncPlace,
  projection: string,
  hash: string,
): Promise<string> {
  const kept = await keepTree(place.backups, projection, hash)
  await place.onStep('backup-kept')
  return kept
}

/** As {@link keepBackup}, in a folder of backups. */
export async function keepTree(backups: string, projection: string, hash: string): Promise<string> {
  const key = createHash('sha256').update(`${projection}\n${hash}`).digest('hex').slice(0, 16)
  const kept = join(backups, key)
  if ((await hashTree(kept).catch(() => null)) === hash) return kept
  const temp = `${kept}${TEMP}`
  await rm(temp, { recursive: true, force: true })
  await mkdir(backups, { recursive: true, mode: 0o700 })
  try {
    await copyTree(projection, temp)
    if ((await hashTree(temp)) !== hash) throw new Error(`${projection} could not be kept as it is`)
  } catch (error) {
    await rm(temp, { recursive: true, force: true })
    throw error
  }
  await rm(kept, { recursive: true, force: true })
  await rename(temp, kept)
  return kept
}

const TEMP = '.new'

async function copyTree(from: string, to: string): Promise<void> {
  const isFolder = (await lstat(from)).isDirectory()
  await cp(from, to, {
    recursive: isFolder,
    verbatimSymlinks: true,
    errorOnExist: true,
    preserveTimestamps: true,
  })
  // The original goes as soon as it is here.
  for (const { path, type } of await listTree(to)) {
    if (type === 'folder' || type === 'file') await syncFolder(join(to, path))
  }
}

/** Removes what killed processes left among the backups. Only under the lock. */
export async function sweepBackups(backups: string): Promise<void> {
  const { names } = await listNames(backups)
  for (const name of names.filter((one) => /^[0-9a-f]{16}\.new$/.test(one))) {
    await rm(join(backups, name), { recursive: true, force: true })
  }
}
