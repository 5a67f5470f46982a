import { readdir, stat } from 'node:fs/promises'

/** A folder changed this recently may change again without a new time stamp. */
const SETTLED_MS = 2000
const MAX_FOLDERS = 1000

/** The names in a folder at one moment. */
export interface FolderListing {
  /** Sorted; none when the folder cannot be listed. */
  readonly names: readonly string[]
  /** Those that are regular files, as far as the disk tells. */
  readonly files: ReadonlySet<string>
  /** What is not in `names` is not there. False for a folder that may not be listed: reading a file says why. */
  readonly complete: boolean
}

interface Remembered {
  readonly stamp: string
  readonly listing: FolderListing
}

const known = new Map<string, Remembered>()

/**
 * Lists a folder. The same listing as the last time while the folder's time
 * stamps say that nothing was added, removed or renamed in it: a home of a
 * thousand bots has folders of a thousand names.
 */
export async function listFolder(path: string): Promise<FolderListing> {
  try {
    const { dev, ino, mtimeMs, ctimeMs } = await stat(path)
    const stamp = `${dev} ${ino} ${mtimeMs} ${ctimeMs}`
    const last = known.get(path)
    if (last?.stamp === stamp) return last.listing
    const listing = await readListing(path)
    if (Date.now() - Math.max(mtimeMs, ctimeMs) > SETTLED_MS) remember(path, { stamp, listing })
    return listing
  } catch (error) {
    return withoutNames(error)
  }
}

/** Lists a small folder: asking whether it changed would cost as much. */
export async function listSmallFolder(path: string): Promise<FolderListing> {
  try {
    return await readListing(path)
  } catch (error) {
    return withoutNames(error)
  }
}

async function readListing(path: string): Promise<FolderListing> {
  const entries = await readdir(path, { withFileTypes: true })
  const names = entries.map((entry) => entry.name).sort()
  const files = new Set(entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])))
  return { names, files, complete: true }
}

const NOTHING: ReadonlySet<string> = new Set()

function withoutNames(error: unknown): FolderListing {
  const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
  return { names: [], files: NOTHING, complete: missing }
}

function remember(path: string, remembered: Remembered): void {
  const [oldest] = known.keys()
  if (known.size >= MAX_FOLDERS && oldest !== undefined) known.delete(oldest)
  known.set(path, remembered)
}

/** Whether a file of this name, in whatever case, may be in a folder. */
export function mayHold({ names, complete }: FolderListing, name: string): boolean {
  return !complete || spellings(names, name).length > 0
}

const folded = new WeakMap<readonly string[], ReadonlyMap<string, readonly string[]>>()

/** The names of a listing that differ from `name` in upper and lower case alone. */
export function caseVariants(names: readonly string[], name: string): readonly string[] {
  return spellings(names, name).filter((other) => other !== name)
}

function spellings(names: readonly string[], name: string): readonly string[] {
  const index = folded.get(names) ?? fold(names)
  folded.set(names, index)
  return index.get(name.toLowerCase()) ?? []
}

function fold(names: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, string[]>()
  for (const name of names) {
    const key = name.toLowerCase()
    const same = index.get(key)
    if (same) same.push(name)
    else index.set(key, [name])
  }
  return index
}
