import { constants } from 'node:fs'
import { type FileHandle, link, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errnoOf } from '../errno.ts'
import {
  createOwnerRecord,
  judgeOwner,
  type OwnerRecord,
  parseOwnerRecord,
} from '../process/owner-record.ts'
import { removeIfThere, tempFileName } from '../write/temp-file.ts'

// A file whose existence is a claim, with its owner's record as content. It appears complete (a link to a finished
// temporary file) and only whoever holds the claim on its token may remove it. So two processes that both
// find an owner dead can never remove the file of a third one that came in between.

/** What was found at a path: `record` is `null` for content that is no record; `token` then names that very file. */
export interface SeenFile {
  readonly token: string
  readonly record: OwnerRecord | null
  readonly ageMs: number
}

/** Creates the file with its content at once; `null` when something stands there already. The caller closes. */
export async function createOwnedFile(
  path: string,
  record: OwnerRecord,
): Promise<FileHandle | null> {
  const temp = join(dirname(path), tempFileName())
  const handle = await open(temp, 'wx', 0o600)
  try {
    await handle.writeFile(JSON.stringify(record))
    await link(temp, path)
    return handle
  } catch (error) {
    await handle.close()
    if (errnoOf(error) === 'EEXIST') return null
    throw error
  } finally {
    await removeIfThere(temp)
  }
}

/** Reads who owns the file; `null` when it is gone. */
export async function readOwnedFile(path: string): Promise<SeenFile | null> {
  const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW
  let handle: FileHandle
  try {
    handle = await open(path, flags)
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null
    throw error
  }
  try {
    const stats = await handle.stat()
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096), 0, 4096, 0)
    const record = parseOwnerRecord(buffer.subarray(0, bytesRead).toString('utf8'))
    return {
      token: record?.token ?? `unreadable-${stats.ino}-${Math.trunc(stats.mtimeMs)}`,
      record,
      ageMs: Math.max(0, Date.now() - stats.mtimeMs),
    }
  } finally {
    await handle.close()
  }
}

/** How long a file without a readable owner is left alone. */
const unreadableGraceMs = 2000

/** Whether nobody can come back for the file. A live owner of this host loses it only by age, if `agedMs` is given. */
export async function isAbandoned(
  seen: SeenFile,
  limits: { readonly elsewhereMs: number; readonly agedMs?: number },
): Promise<boolean> {
  if (seen.record === null) return seen.ageMs > unreadableGraceMs
  const state = await judgeOwner(seen.record)
  if (state === 'dead') return true
  if (state === 'elsewhere') return seen.ageMs > limits.elsewhereMs
  return limits.agedMs !== undefined && seen.ageMs > limits.agedMs
}

/**
 * Removes the file if it still is the one that was seen. `changed`: it is another one, or gone;
 * `busy`: somebody else is removing it, look again later.
 */
export async function retireOwnedFile(
  path: string,
  seen: Pick<SeenFile, 'token'>,
  limits: { readonly elsewhereMs: number },
): Promise<'retired' | 'changed' | 'busy'> {
  const claimPath = join(dirname(path), `.onesoul-claim-${seen.token}`)
  const claim = await createOwnedFile(claimPath, await createOwnerRecord())
  if (claim === null) {
    const other = await readOwnedFile(claimPath)
    // A claim whose maker died is itself such a file.
    if (other !== null && (await isAbandoned(other, limits))) {
      await retireOwnedFile(claimPath, other, limits)
    }
    return 'busy'
  }
  try {
    const now = await readOwnedFile(path)
    if (now?.token !== seen.token) return 'changed'
    return (await removeIfThere(path)) ? 'retired' : 'changed'
  } finally {
    await claim.close()
    await removeIfThere(claimPath)
  }
}
