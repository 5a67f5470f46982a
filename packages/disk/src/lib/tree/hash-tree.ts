import { createHash, type Hash } from 'node:crypto'
import { constants, type Dirent } from 'node:fs'
import { lstat, open, readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { type DiskError, refusedBySystem } from '../disk-error.ts'
import { showPath } from '../paths/show-path.ts'

export type TreeEntryType = 'file' | 'folder' | 'link' | 'other'

export interface TreeEntry {
  /** Relative to the tree, with `/`. */
  readonly path: string
  readonly type: TreeEntryType
  /** Permission bits; 0 for links, which have none of their own. */
  readonly mode: number
  /** A file's SHA-256 in hexadecimal digits, a link's target, else empty. */
  readonly content: string
}

export interface TreeOptions {
  /** Relative paths (with `/`) that are left out, with all below them. Default: nothing. */
  readonly exclude?: readonly string[]
}

/**
 * One SHA-256 for a folder and all below it: relative paths, types, permission bits and contents; links count by
 * their target and are not followed; times and owners do not count. The same tree gives the same hash anywhere.
 *
 * @throws DiskError `tree-unreadable` when a part cannot be read.
 */
export async function hashTree(dir: string, options: TreeOptions = {}): Promise<string> {
  return hashEntries(await listTree(dir, options))
}

/** The hash that {@link hashTree} gives a folder with these entries, in any order: of a tree that is not on disk yet. */
export function hashEntries(entries: readonly TreeEntry[]): string {
  const hash = createHash('sha256')
  for (const entry of inOrder(entries)) addEntry(hash, entry)
  return hash.digest('hex')
}

/** The entries behind {@link hashTree}, ordered by path in UTF-16 units; the folder itself has the path `''`. */
export async function listTree(
  dir: string,
  options: TreeOptions = {},
): Promise<readonly TreeEntry[]> {
  const entries: TreeEntry[] = []
  const excluded = new Set(options.exclude)
  await walk(dir, '', { entries, excluded })
  return inOrder(entries)
}

function inOrder(entries: readonly TreeEntry[]): readonly TreeEntry[] {
  return [...entries].sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** Lengths stand before contents, so that no two trees give the same bytes. */
function addEntry(hash: Hash, { path, type, mode, content }: TreeEntry): void {
  const name = Buffer.from(path, 'utf8')
  const value = Buffer.from(content, 'utf8')
  hash.update(`${type} ${mode.toString(8)} ${name.length} ${value.length}\n`)
  hash.update(name)
  hash.update(value)
}

async function walk(
  dir: string,
  path: string,
  into: { readonly entries: TreeEntry[]; readonly excluded: ReadonlySet<string> },
): Promise<void> {
  const place = join(dir, path)
  try {
    const stats = await lstat(place)
    const mode = stats.mode & 0o7777
    if (stats.isDirectory()) {
      into.entries.push({ path, type: 'folder', mode, content: '' })
    } else if (stats.isSymbolicLink()) {
      into.entries.push({ path, type: 'link', mode: 0, content: await readlink(place) })
    } else if (stats.isFile()) {
      into.entries.push({ path, type: 'file', mode, content: await hashFile(place) })
    } else {
      into.entries.push({ path, type: 'other', mode, content: '' })
    }
    if (!stats.isDirectory()) return
  } catch (error) {
    throw unreadable(place, error)
  }
  for (const { name } of await childrenOf(place)) {
    const below = path === '' ? name : `${path}/${name}`
    if (!into.excluded.has(below)) await walk(dir, below, into)
  }
}

async function childrenOf(place: string): Promise<Dirent[]> {
  try {
    return await readdir(place, { withFileTypes: true })
  } catch (error) {
    throw unreadable(place, error)
  }
}

function unreadable(path: string, cause: unknown): DiskError {
  return refusedBySystem('tree-unreadable', `${showPath(path)} cannot be read`, { path, cause })
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
  try {
    for await (const chunk of handle.createReadStream({ autoClose: false })) hash.update(chunk)
  } finally {
    await handle.close()
  }
  return hash.digest('hex')
}
