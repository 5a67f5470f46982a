import { randomBytes } from 'node:crypto'
import { lstat, mkdir, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hostTag } from '../process/owner-record.ts'
import { processIdentity } from '../process/process-identity.ts'

const namePattern = /^onesoul-[a-z]{1,20}-([0-9a-f]{8})-(\d{1,10})-[0-9a-f]{24}$/u
const oneDayMs = 86_400_000

/**
 * Lends a private empty folder among the temporary files of the system and removes
 * it afterwards with all that is in it. Its name says what it is for (a word of
 * small letters) and which process of which host made it; those of killed
 * processes go first.
 */
export async function lendTempFolder<T>(
  what: string,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  await sweepTempFolders()
  const owner = `${hostTag()}-${process.pid}-${randomBytes(12).toString('hex')}`
  const folder = join(tmpdir(), `onesoul-${what}-${owner}`)
  await mkdir(folder, { mode: 0o700 })
  try {
    return await use(folder)
  } finally {
    // A program that has just ended may still have helpers that write.
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/**
 * Removes what `lendTempFolder` left behind when its process was killed, and returns
 * the paths: folders of this user whose process no longer runs on this host, or that
 * are a day old. With `dryRun` nothing is removed. One that may not be removed stays.
 */
export async function sweepTempFolders(
  options: { readonly dryRun?: boolean } = {},
): Promise<readonly string[]> {
  const parent = tmpdir()
  // A system without such a folder has nothing of ours in it.
  const names = await readdir(parent).catch(() => [])
  const swept: string[] = []
  for (const name of names.sort()) {
    const path = join(parent, name)
    if (!(await isStale(path, name))) continue
    if (options.dryRun || (await removed(path))) swept.push(path)
  }
  return swept
}

async function isStale(path: string, name: string): Promise<boolean> {
  const [, host, pid] = namePattern.exec(name) ?? []
  if (host === undefined || pid === undefined) return false
  // What went meanwhile is not ours to remove.
  const stats = await lstat(path).catch(() => null)
  if (!stats?.isDirectory() || (process.getuid && stats.uid !== process.getuid())) return false
  if (host === hostTag() && (await processIdentity(Number(pid))) === null) return true
  return Date.now() - stats.mtimeMs > oneDayMs
}

function removed(path: string): Promise<boolean> {
  return rm(path, { recursive: true, force: true }).then(
    () => true,
    // Nobody should be kept from working by what somebody else left.
    () => false,
  )
}
