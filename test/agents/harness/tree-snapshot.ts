import { createHash } from 'node:crypto'
import { lstat, readdir, readFile, readlink } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** Per path, relative and with `/`: type, mode and hash of the content. */
export type TreeSnapshot = Readonly<Record<string, string>>

export interface SnapshotOptions {
  /** Rewrites a path, or leaves it out with `null`: for ids and times in names. Default: as it is. */
  readonly rename?: (path: string) => string | null
  /** Paths whose content differs from run to run; only their presence counts. Default: none. */
  readonly ignoreContent?: (path: string) => boolean
}

/** What a folder holds, for comparing a run with a bare run. A folder that is not there holds nothing. */
export async function snapshotTree(
  dir: string,
  options: SnapshotOptions = {},
): Promise<TreeSnapshot> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => [])
  const found: [string, string][] = []
  for (const entry of entries) {
    const full = join(entry.parentPath, entry.name)
    const path = relative(dir, full)
    const name = options.rename ? options.rename(path) : path
    if (name !== null) found.push([name, await describeEntry(full, options.ignoreContent?.(path))])
  }
  return Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** One hash over a snapshot. */
export async function treeHash(dir: string, options: SnapshotOptions = {}): Promise<string> {
  return createHash('sha256')
    .update(JSON.stringify(await snapshotTree(dir, options)))
    .digest('hex')
}

async function describeEntry(path: string, ignoreContent = false): Promise<string> {
  const stats = await lstat(path)
  const mode = (stats.mode & 0o7777).toString(8)
  if (stats.isSymbolicLink()) return `link ${await readlink(path)}`
  if (stats.isDirectory()) return `folder ${mode}`
  if (!stats.isFile()) return `other ${mode}`
  if (ignoreContent) return `file ${mode}`
  const hash = createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
  return `file ${mode} ${hash}`
}
