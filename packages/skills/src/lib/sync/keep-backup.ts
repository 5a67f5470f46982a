import { createHash } from 'node:crypto'
import { cp, lstat, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { hashTree } from '@onesoul/disk'
import type { SyncPlace } from './sync-place.ts'

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
  const temp = `${kept}.new`
  await rm(temp, { recursive: true, force: true })
  await mkdir(backups, { recursive: true, mode: 0o700 })
  const isFolder = (await lstat(projection)).isDirectory()
  await cp(projection, temp, {
    recursive: isFolder,
    verbatimSymlinks: true,
    errorOnExist: true,
    preserveTimestamps: true,
  })
  if ((await hashTree(temp)) !== hash) throw new Error(`${projection} could not be kept as it is`)
  await rm(kept, { recursive: true, force: true })
  await rename(temp, kept)
  return kept
}
