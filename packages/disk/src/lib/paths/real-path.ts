import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { DiskError } from '../disk-error.ts'
import { errnoOf } from '../errno.ts'
import { showPath } from './show-path.ts'

/**
 * The real path of something that need not exist yet: links of the part that exists are followed, the rest is added.
 *
 * @throws DiskError `link-dangling` when a link on the way leads nowhere.
 */
export async function realPathOfFuture(path: string): Promise<string> {
  const absolute = resolve(path)
  try {
    return await realpath(absolute)
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error
  }
  if (await isLink(absolute)) {
    throw new DiskError('link-dangling', `${showPath(absolute)} is a link that leads nowhere.`, {
      path: absolute,
      fix: 'Remove the link or create its target.',
    })
  }
  return join(await realPathOfFuture(dirname(absolute)), basename(absolute))
}

/** The real paths of the roots that exist, without repetition. */
export async function realPathsOf(roots: readonly string[]): Promise<readonly string[]> {
  const found = new Set<string>()
  for (const root of roots) {
    try {
      found.add(await realpath(root))
    } catch {
      // A root that cannot be resolved holds nothing that could be reached through it.
    }
  }
  return [...found]
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink()
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return false
    throw error
  }
}
