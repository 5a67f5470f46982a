import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readFileSafely } from '@onesoul/disk'

/** What changes whenever git's index does. */
export interface IndexStamp {
  readonly gitDir: string
  readonly modified: string
  readonly size: string
  readonly inode: string
}

/** Within this time a second change may leave the same stamp behind, in ms; git calls such an index racy. */
const RACY_MS = 2_000

/**
 * The stamp of the index of a work tree; null when there is none yet, or when it
 * was written a moment ago and could change again without a trace in its stamp.
 *
 * @param root absolute; it holds `.git`, a folder or the file of a linked work tree or submodule
 */
export async function readIndexStamp(root: string, now: Date): Promise<IndexStamp | null> {
  const gitDir = await findGitDir(root)
  try {
    const { mtimeNs, ctimeMs, size, ino } = await stat(join(gitDir, 'index'), { bigint: true })
    if (now.getTime() - Number(ctimeMs) < RACY_MS) return null
    return { gitDir, modified: String(mtimeNs), size: String(size), inode: String(ino) }
  } catch {
    // No index: nothing was added yet, or `.git` leads nowhere. Either way there is nothing to remember.
    return null
  }
}

async function findGitDir(root: string): Promise<string> {
  const path = join(root, '.git')
  const found = await readFileSafely(path, { roots: [root], maxBytes: 4096 })
  if (found.outcome !== 'content') return path
  const link = /^gitdir: (.+?)\r?\n?$/.exec(new TextDecoder().decode(found.bytes))?.[1]
  return link === undefined ? path : resolve(root, link)
}
