import { constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { DiskError } from '../disk-error.ts'
import { errnoOf } from '../errno.ts'
import { isUnder } from '../paths/is-under.ts'
import { realPathOfFuture } from '../paths/real-path.ts'
import { showPath } from '../paths/show-path.ts'

/** A folder held open, so that links which change meanwhile cannot send a write elsewhere. */
export interface WriteTarget {
  /** The real path that will be written. */
  readonly realPath: string
  readonly name: string
  /** `null` on systems that cannot open folders. */
  readonly folder: FileHandle | null
  /** A path of something in the folder, for the calls that write. */
  at(name: string): string
}

/**
 * Finds the real place of a path to be written and opens its folder; missing folders are made with mode 0700.
 * The caller closes `folder`.
 */
export async function openWriteTarget(
  path: string,
  roots: readonly string[],
): Promise<WriteTarget> {
  const realPath = await resolveInside(resolve(path), roots)
  const parent = dirname(realPath)
  await mkdir(parent, { recursive: true, mode: 0o700 })
  if (process.platform === 'win32') {
    return { realPath, name: basename(realPath), folder: null, at: (name) => join(parent, name) }
  }
  const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW
  const folder = await open(parent, flags)
  try {
    return { realPath, name: basename(realPath), folder, at: await pinned(folder, parent) }
  } catch (error) {
    await folder.close()
    throw error
  }
}

async function resolveInside(named: string, roots: readonly string[]): Promise<string> {
  if (roots.length === 0) {
    throw new DiskError('invalid-argument', 'A write needs at least one root.', { path: named })
  }
  const realRoots: string[] = []
  for (const root of roots) realRoots.push(await realPathOfFuture(root))
  const inside = [...roots.map((root) => resolve(root)), ...realRoots]
  if (!inside.some((root) => isUnder(named, root) && named !== root)) {
    throw new DiskError(
      'outside-roots',
      `${showPath(named)} does not lie under ${inside.slice(0, roots.length).map(showPath).join(' or ')}.`,
      { path: named },
    )
  }
  const realPath = await realPathOfFuture(named)
  if (realRoots.some((root) => isUnder(realPath, root) && realPath !== root)) return realPath
  throw new DiskError(
    'link-outside',
    `${showPath(named)} leads by a link to ${showPath(realPath)}, outside the folders that may be written.`,
    { path: named, fix: `Edit ${showPath(realPath)} itself, or replace the link by a file.` },
  )
}

/** On Linux the open folder itself is the base of every path; elsewhere it is checked once more by its real path. */
async function pinned(folder: FileHandle, parent: string): Promise<(name: string) => string> {
  const base = process.platform === 'linux' ? `/proc/self/fd/${folder.fd}` : parent
  const there = await realPathOr(base, parent)
  if (there.realPath !== parent) {
    throw new DiskError('link-outside', `${showPath(parent)} was moved while it was opened.`, {
      path: parent,
    })
  }
  return (name) => join(there.base, name)
}

async function realPathOr(
  base: string,
  fallback: string,
): Promise<{ readonly base: string; readonly realPath: string }> {
  try {
    return { base, realPath: await realpath(base) }
  } catch {
    // Without /proc the path has to do.
    return { base: fallback, realPath: await realpath(fallback) }
  }
}

/** What stands at the target now: permission bits and owner of a regular file, `null` for nothing. */
export async function statTarget(target: WriteTarget): Promise<Stats | null> {
  try {
    const stats = await lstat(target.at(target.name))
    if (stats.isFile()) return stats
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null
    throw error
  }
  throw new DiskError('not-regular', `${showPath(target.realPath)} is not a regular file.`, {
    path: target.realPath,
  })
}
