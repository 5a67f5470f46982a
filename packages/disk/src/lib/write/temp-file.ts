import { randomBytes } from 'node:crypto'
import { lstat, readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { errnoOf } from '../errno.ts'
import { hostTag } from '../process/owner-record.ts'
import { processIdentity } from '../process/process-identity.ts'

const namePattern = /^\.onesoul-([0-9a-f]{8})-(\d{1,10})-[0-9a-f]{24}\.tmp$/u
const oneDayMs = 86_400_000

/** A name that nobody can predict and that says which process of which host made it. */
export function tempFileName(): string {
  return `.onesoul-${hostTag()}-${process.pid}-${randomBytes(12).toString('hex')}.tmp`
}

/** Whether a file has the name of a temporary one of ours, of this host or another. */
export function isTempFile(name: string): boolean {
  return namePattern.test(name)
}

export interface SweepTempOptions {
  /** How many levels of folders below are swept too; links are not entered. Default: 0. */
  readonly depth?: number
  /** Removes nothing, and returns what would go. Default: false. */
  readonly dryRun?: boolean
}

/**
 * Removes the temporary files that writes left behind when their process was killed, and returns their paths.
 *
 * A file goes when its process no longer runs on this host, or after a day (another host, a number used again).
 * A folder that is missing or may not be listed holds nothing to remove.
 */
export async function sweepTempFiles(
  dir: string,
  options: SweepTempOptions = {},
): Promise<readonly string[]> {
  const { depth = 0, dryRun = false } = options
  const removed: string[] = []
  for (const entry of await entriesOf(dir)) {
    const path = join(dir, entry.name)
    if (entry.isDirectory() && depth > 0) {
      removed.push(...(await sweepTempFiles(path, { dryRun, depth: depth - 1 })))
    } else if (entry.isFile() && (await isStale(path, entry.name))) {
      if (dryRun || (await removeIfThere(path))) removed.push(path)
    }
  }
  return removed
}

async function entriesOf(dir: string): Promise<
  readonly {
    readonly name: string
    isDirectory(): boolean
    isFile(): boolean
  }[]
> {
  try {
    const entries = await readdir(dir, { withFileTypes: true })
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(errnoOf(error) ?? '')) return []
    throw error
  }
}

async function isStale(path: string, name: string): Promise<boolean> {
  const [, host, pid] = namePattern.exec(name) ?? []
  if (host === undefined || pid === undefined) return false
  if (host === hostTag() && (await processIdentity(Number(pid))) === null) return true
  try {
    return Date.now() - (await lstat(path)).mtimeMs > oneDayMs
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return false
    throw error
  }
}

/** Removes a file; `false` when somebody else did so before. */
export async function removeIfThere(path: string): Promise<boolean> {
  try {
    await unlink(path)
    return true
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return false
    throw error
  }
}
