import { readdir, stat } from 'node:fs/promises'

/** A folder changed this recently may change again without a new time stamp. */
const SETTLED_MS = 2000
const MAX_FOLDERS = 1000

interface Listing {
  readonly stamp: string
  readonly names: readonly string[]
}

const known = new Map<string, Listing>()

/**
 * Names in a folder, sorted; none when it cannot be listed. The same array as
 * the last time while the folder's time stamps say that nothing was added,
 * removed or renamed in it: a home of a thousand bots has folders of a thousand names.
 */
export async function listFolder(path: string): Promise<readonly string[]> {
  try {
    const { dev, ino, mtimeMs, ctimeMs } = await stat(path)
    const stamp = `${dev} ${ino} ${mtimeMs} ${ctimeMs}`
    const last = known.get(path)
    if (last?.stamp === stamp) return last.names
    const names = (await readdir(path)).sort()
    if (Date.now() - Math.max(mtimeMs, ctimeMs) > SETTLED_MS) remember(path, { stamp, names })
    return names
  } catch {
    // A folder that is missing or closed has no variants to report; reading the file itself names the trouble.
    return []
  }
}

function remember(path: string, listing: Listing): void {
  const [oldest] = known.keys()
  if (known.size >= MAX_FOLDERS && oldest !== undefined) known.delete(oldest)
  known.set(path, listing)
}

const folded = new WeakMap<readonly string[], ReadonlyMap<string, readonly string[]>>()

/** The names of a listing that differ from `name` in upper and lower case alone. */
export function caseVariants(names: readonly string[], name: string): readonly string[] {
  const index = folded.get(names) ?? fold(names)
  folded.set(names, index)
  return (index.get(name.toLowerCase()) ?? []).filter((other) => other !== name)
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
