import type { FileHandle } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { DiskError, refusedBySystem } from '../disk-error.ts'
import { showPath } from '../paths/show-path.ts'
import { createOwnerRecord, hostIdentity, type OwnerRecord } from '../process/owner-record.ts'
import {
  createOwnedFile,
  isAbandoned,
  readOwnedFile,
  retireOwnedFile,
  type SeenFile,
} from './owned-file.ts'

export interface LockOptions {
  /** How long to wait for another holder. Default: 10,000. */
  readonly waitMs?: number
  /**
   * A lock without a sign of life for this long may be taken over; a holder that works gives one four times as often.
   * Default: 600,000.
   */
  readonly maxAgeMs?: number
  /** What a person would recognise as the holder (`onesoul trust`). Default: the name of the running script. */
  readonly command?: string
}

/**
 * Runs `work` while no other process (and no other call in this one) holds the lock file at `path`.
 *
 * The lock appears at once with its content: process number and birth time, host, token. It is stale when that very
 * process is gone, or by age. It is released only with our own token. Its folder must exist. It is not
 * re-entrant: a nested call waits for itself and times out.
 *
 * @throws DiskError `lock-timeout`, naming the holder; `lock-failed` with the system's `errno`, at once;
 * `lock-lost` when the lock was taken over while `work` ran. Errors of `work` pass through unchanged.
 */
export async function withLock<T>(
  path: string,
  options: LockOptions,
  work: () => Promise<T>,
): Promise<T> {
  const maxAgeMs = options.maxAgeMs ?? 600_000
  const record = await createOwnerRecord(options.command)
  const handle = await acquire(path, record, { waitMs: options.waitMs ?? 10_000, maxAgeMs })
  const heartbeat = setInterval(() => beat(handle), maxAgeMs / 4)
  heartbeat.unref()
  let result: T
  try {
    result = await work()
  } catch (error) {
    clearInterval(heartbeat)
    await handle.close()
    // What went wrong in the work is what the caller must hear, even if the lock is lost as well.
    await release(path, record, maxAgeMs).catch(() => undefined)
    throw error
  }
  clearInterval(heartbeat)
  await handle.close()
  await release(path, record, maxAgeMs)
  return result
}

/** Only one who takes the lock over can keep us from releasing it, for the time of three system calls. */
const releaseWaitMs = 10_000

/** Through the handle, so that it can only ever touch our own file. */
function beat(handle: FileHandle): void {
  const now = new Date()
  // A missed beat is harmless: a lock that really lapsed is reported at its release.
  handle.utimes(now, now).catch(() => undefined)
}

async function acquire(
  path: string,
  record: OwnerRecord,
  limits: { readonly waitMs: number; readonly maxAgeMs: number },
): Promise<FileHandle> {
  const start = performance.now()
  for (let pauseMs = 2; ; pauseMs = Math.min(longestPause(start), pauseMs * 1.5)) {
    // Looking costs a fraction of trying, and with many waiters all but one of the tries would be in vain.
    const holder = await systemCall(path, () => passBy(path, limits.maxAgeMs))
    if (holder === null) {
      const handle = await systemCall(path, () => createOwnedFile(path, record))
      if (handle !== null) return handle
    } else if (performance.now() >= start + limits.waitMs) {
      throw timedOut(path, holder, limits.waitMs)
    }
    // Waiters that fail together must not come back together.
    await sleep(pauseMs * (0.5 + Math.random()))
  }
}

/** Who has waited for long is one of many, whose looking would keep the holder from its work. */
function longestPause(start: number): number {
  return performance.now() - start > 1000 ? 200 : 100
}

/** Looks at the lock that stands in the way and removes it if it is stale; the holder when it still stands. */
async function passBy(path: string, maxAgeMs: number): Promise<SeenFile | null> {
  const holder = await readOwnedFile(path)
  if (holder === null) return null
  const limits = { elsewhereMs: maxAgeMs, agedMs: maxAgeMs }
  if (!(await isAbandoned(holder, limits))) return holder
  return (await retireOwnedFile(path, holder, limits)) === 'busy' ? holder : null
}

async function release(path: string, record: OwnerRecord, maxAgeMs: number): Promise<void> {
  const limits = { elsewhereMs: maxAgeMs }
  const deadline = performance.now() + releaseWaitMs
  while (performance.now() < deadline) {
    const outcome = await systemCall(path, () => retireOwnedFile(path, record, limits))
    if (outcome === 'retired') return
    if (outcome === 'changed') break
    await sleep(2)
  }
  throw new DiskError(
    'lock-lost',
    `The lock ${showPath(path)} was taken over or removed while it was held; what was done under it may be overwritten.`,
    { path },
  )
}

async function systemCall<T>(path: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const what = `The lock ${showPath(path)} could not be used`
    throw refusedBySystem('lock-failed', what, { path, cause: error })
  }
}

function timedOut(path: string, holder: SeenFile, waitMs: number): DiskError {
  const waited = `waited ${waitMs / 1000} s`
  const { record } = holder
  if (record === null) {
    const message = `The lock ${showPath(path)} is held by somebody unknown; ${waited}.`
    return new DiskError('lock-timeout', message, { path })
  }
  const where = record.host === hostIdentity() ? '' : ` on ${showPath(record.host)}`
  const command = record.command === null ? '' : ` (${showPath(record.command)})`
  return new DiskError(
    'lock-timeout',
    `The lock ${showPath(path)} is held by process ${record.pid}${command}${where} since ${showPath(record.since)}; ${waited}.`,
    { path, fix: `Wait for process ${record.pid}${where} or end it.` },
  )
}
