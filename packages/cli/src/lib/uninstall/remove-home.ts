import { realpath, rmdir, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { StateLayout } from '@onesoul/disk'
import { type HomeContents, type KeptEntry, readContents } from './home-contents.ts'

/** By it a home is known as one, so that a removal that was killed can be finished. */
const MARKER = 'state/version'

/**
 * Removes the files of a home that were listed, and what OneSoul itself wrote
 * below `state` since, then the folders that are empty; of a home that is a
 * link, the link. Returns what stays. Links inside are removed, never followed.
 * After a kill a second call finishes.
 */
export async function removeHome(
  layout: StateLayout,
  listed: HomeContents,
): Promise<readonly KeptEntry[]> {
  if (listed.linkTo !== null) {
    await unlink(layout.home)
    return []
  }
  const root = await realpath(layout.home)
  const now = await readContents(layout)
  const agreed = new Set(listed.files)
  const later = now.files.filter((path) => !agreed.has(path))
  const kept = [...now.kept, ...later.map((path) => ({ path, why: 'it is newer than the list' }))]
  const files = [...now.files.filter((path) => agreed.has(path)), ...now.stateFiles]
  const failed = [
    ...(await removeEach(root, { paths: files.filter((path) => path !== MARKER), remove: unlink })),
    ...(await removeEach(root, { paths: foldersFor(now, later), remove: rmdir })),
  ]
  if (failed.length > 0) return [...kept, ...failed]
  const last = [
    ...(await removeEach(root, { paths: files.filter((path) => path === MARKER), remove: unlink })),
    ...(await removeEach(root, {
      paths: now.folders.filter((path) => path === 'state'),
      remove: rmdir,
    })),
  ]
  if (kept.length > 0 || last.length > 0) return [...kept, ...last]
  return removeEach(root, { paths: [''], remove: rmdir })
}

/** All but those that hold the marker, and those that hold something that came later. */
function foldersFor(now: HomeContents, later: readonly string[]): readonly string[] {
  return now.folders.filter(
    (path) => path !== '' && path !== 'state' && !later.some((file) => file.startsWith(`${path}/`)),
  )
}

interface Removal {
  readonly paths: readonly string[]
  readonly remove: (path: string) => Promise<void>
}

async function removeEach(root: string, { paths, remove }: Removal): Promise<readonly KeptEntry[]> {
  const failed: KeptEntry[] = []
  for (const path of paths) {
    const why = await removeOne(join(root, path), remove, path === '' ? null : root)
    if (why !== null) failed.push({ path, why })
  }
  return failed
}

/** Why it could not be removed; null when it is gone. */
async function removeOne(
  path: string,
  remove: Removal['remove'],
  root: string | null,
): Promise<string | null> {
  try {
    // A folder on the way that became a link would lead out of the home.
    if (root !== null && (await realpath(dirname(path))) !== dirname(path)) {
      return 'a link leads to it'
    }
    await remove(path)
    return null
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    if (code === 'ENOTEMPTY') return 'something came into it meanwhile'
    return `it cannot be removed (${code ?? message})`
  }
}
