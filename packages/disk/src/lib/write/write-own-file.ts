import { open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { refusedBySystem } from '../disk-error.ts'
import { showPath } from '../paths/show-path.ts'
import { removeIfThere, tempFileName } from './temp-file.ts'

/**
 * Replaces or creates a small file of ours (0600) in a folder that is ours
 * alone (0700): a lease, a delivery file. A reader, and a restart after a kill,
 * finds the old content or the new. After a power failure nobody needs it, so
 * nothing waits for the disk; what a person would miss goes through
 * `writeFileSafely`. A link at the place is replaced, not followed.
 *
 * @throws DiskError `write-failed`
 */
export async function writeOwnFile(path: string, text: string): Promise<void> {
  const temp = join(dirname(path), tempFileName())
  try {
    const handle = await open(temp, 'wx', 0o600)
    try {
      await handle.writeFile(text)
    } finally {
      await handle.close()
    }
    await rename(temp, path)
  } catch (error) {
    // What kept it from being written may keep it from being removed; a sweep takes it then.
    await removeIfThere(temp).catch(() => false)
    const what = `${showPath(path)} could not be written`
    throw refusedBySystem('write-failed', what, { path, cause: error })
  }
}
