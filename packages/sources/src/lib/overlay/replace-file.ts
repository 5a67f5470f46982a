import { mkdir, realpath, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import {
  DiskError,
  isUnder,
  type ReadContent,
  readFileSafely,
  sweepTempFiles,
  writeFileSafely,
} from '@onesoul/disk'
import type { OverlayFile } from './overlay-target.ts'

/** A file as it was read, and what it should be; `null`: no file. */
export interface FileChange {
  readonly found: ReadContent | null
  readonly after: Uint8Array | null
}

/** Keeps a copy of a file in the home, by its content, so that the same one is kept once; returns its path. */
export async function keepCopy(
  { place, path: file }: OverlayFile,
  found: ReadContent,
): Promise<string> {
  const path = join(place.folder, 'backups', `${basename(file)}.${found.sha256.slice(0, 16)}`)
  await writeFileSafely(path, found.bytes, { roots: [place.home] })
  return path
}

/**
 * Replaces a file of a work tree as a whole, or removes it. Only under the lock of the project.
 *
 * @throws DiskError `conflict` when somebody changed it since it was read
 */
export async function replaceFile(
  { place, path: file }: OverlayFile,
  { found, after }: FileChange,
): Promise<void> {
  const path = found?.realPath ?? file
  // A write that was killed leaves its temporary file beside the one it was for.
  await sweepTempFiles(dirname(path))
  const expectedSha256 = found?.sha256 ?? null
  if (after !== null) {
    await writeFileSafely(path, after, { roots: [place.root], mode: 0o644, expectedSha256 })
    return
  }
  const now = await readFileSafely(path, { roots: [place.root] })
  if (now.outcome === 'content' && now.sha256 === expectedSha256) {
    await rm(path)
    await removeEmptyFolders(path, place)
  } else {
    const message = `${path} was changed by somebody else since it was read; it was left as it is.`
    throw new DiskError('conflict', message, { path, fix: 'Repeat the change.' })
  }
}

/** Makes the folders of a file of a work tree as anybody would who works in it; none where a link leads out of it. */
export async function makeFolders({ place, path }: OverlayFile): Promise<void> {
  const missing: string[] = []
  let folder = dirname(path)
  for (; folder !== place.root && isUnder(folder, place.root); folder = dirname(folder)) {
    if ((await realPathOf(folder)) !== null) break
    missing.unshift(folder)
  }
  const real = await realPathOf(folder)
  if (real === null || !isUnder(real, place.root)) return
  for (const one of missing) await mkdir(one)
}

async function realPathOf(path: string): Promise<string | null> {
  // What is not there, or may not be looked at, is told by the write that follows.
  return realpath(path).catch(() => null)
}

/** A folder that held nothing but a file of ours goes with it. */
async function removeEmptyFolders(
  path: string,
  { root }: Pick<OverlayFile['place'], 'root'>,
): Promise<void> {
  for (let folder = dirname(path); folder !== root; folder = dirname(folder)) {
    if (!isUnder(folder, root)) return
    try {
      await rmdir(folder)
    } catch {
      // Something else is in it, or it may not be removed: it stays.
      return
    }
  }
}
