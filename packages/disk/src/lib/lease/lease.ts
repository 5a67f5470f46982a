import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DiskError, refusedBySystem } from '../disk-error.ts'
import { errnoOf } from '../errno.ts'
import { withLock } from '../lock/with-lock.ts'
import { showPath } from '../paths/show-path.ts'
import { hostIdentity, judgeOwner } from '../process/owner-record.ts'
import { type ProcessIdentity, processIdentity } from '../process/process-identity.ts'
import { removeIfThere } from '../write/temp-file.ts'
import { writeOwnFile } from '../write/write-own-file.ts'

/** A share in something that several runs use at once; it ends with `release` or with the last of its processes. */
export interface Lease {
  readonly key: string
  /** Lets the lease live as long as this process too, for a child that outlives us. */
  extendTo(pid: number): Promise<void>
  /**
   * Gives the share back. When it was the last, `cleanUp` runs before anybody can take a new one. A second call does
   * nothing and reports `last: false`.
   */
  release(cleanUp?: () => Promise<void>): Promise<{ readonly last: boolean }>
}

export interface LeaseOptions {
  /**
   * Makes what is shared, before anybody else can release or sweep it; repeatable under the eyes of those who hold it
   * already. Default: nothing.
   */
  readonly prepare?: () => Promise<void>
}

export interface SweepLeasesOptions {
  /** Removes what a key stood for, before anybody can take a new lease on it. Default: nothing. */
  readonly cleanUp?: (key: string) => Promise<void>
}

export interface SweptLeases {
  /** Lease files of processes that are gone. */
  readonly removed: readonly string[]
  /** Keys on which no lease is left. */
  readonly endedKeys: readonly string[]
}

interface LeaseRecord {
  readonly host: string
  readonly holders: readonly ProcessIdentity[]
}

const keyPattern = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/u
const filePattern = /^(.+)\.[0-9a-f]{24}\.lease$/u

/**
 * Takes a share in `key`. The folder is made (0700) when it is missing.
 *
 * @param key 1–128 of `[A-Za-z0-9._-]`, not starting with a dot.
 * @throws DiskError `invalid-argument`, and everything that `withLock` and `writeOwnFile` throw.
 */
export async function acquireLease(
  dir: string,
  key: string,
  options: LeaseOptions = {},
): Promise<Lease> {
  const [lease] = await acquireLeases(dir, [{ key, ...options }])
  if (!lease) throw new DiskError('lock-failed', `The lease ${JSON.stringify(key)} is missing.`)
  return lease
}

export interface WantedLease extends LeaseOptions {
  readonly key: string
}

/** {@link acquireLease} for several keys at once: all of them or, when one fails, none. */
export async function acquireLeases(
  dir: string,
  wanted: readonly WantedLease[],
): Promise<readonly Lease[]> {
  const strange = wanted.find(({ key }) => !keyPattern.test(key))
  if (strange) {
    const shown = JSON.stringify(strange.key)
    throw new DiskError('invalid-argument', `${shown} cannot be the key of a lease.`)
  }
  const self = (await processIdentity(process.pid)) ?? { pid: process.pid, birth: null }
  const taken = wanted.map((one) => ({
    ...one,
    path: join(dir, `${one.key}.${randomBytes(12).toString('hex')}.lease`),
  }))
  await withLeases(dir, async () => {
    try {
      for (const { path, prepare } of taken) {
        await writeLease(path, [self])
        await prepare?.()
      }
    } catch (error) {
      for (const { path } of taken) await removeIfThere(path)
      throw error
    }
  })
  return taken.map(({ key, path }) => leaseOf({ dir, key, path, self }))
}

interface TakenLease {
  readonly dir: string
  readonly key: string
  readonly path: string
  readonly self: ProcessIdentity
}

function leaseOf({ dir, key, path, self }: TakenLease): Lease {
  let holders: readonly ProcessIdentity[] = [self]
  return {
    key,
    extendTo: async (pid) => {
      const child = await processIdentity(pid)
      if (child === null) return
      holders = [...holders, child]
      await withLeases(dir, () => writeLease(path, holders))
    },
    release: (cleanUp) =>
      withLeases(dir, async () => {
        const mine = await removeIfThere(path)
        const last = mine && !(await liveKeys(dir)).has(key)
        if (last) await cleanUp?.()
        return { last }
      }),
  }
}

/** Removes the leases of processes that are gone. A folder that does not exist has none. */
export async function sweepLeases(
  dir: string,
  options: SweepLeasesOptions = {},
): Promise<SweptLeases> {
  if ((await leaseFiles(dir)).length === 0) return { removed: [], endedKeys: [] }
  return withLeases(dir, async () => {
    const removed: string[] = []
    const keys = new Set<string>()
    for (const file of await leaseFiles(dir)) {
      if (await isHeld(file.path)) continue
      if (await removeIfThere(file.path)) removed.push(file.path)
      keys.add(file.key)
    }
    const live = await liveKeys(dir)
    const endedKeys = [...keys].filter((key) => !live.has(key))
    for (const key of endedKeys) await options.cleanUp?.(key)
    return { removed, endedKeys }
  })
}

/** Runs `work` while no lease of this folder can be taken, released or swept; makes the folder when it is missing. */
export async function withLeases<T>(dir: string, work: () => Promise<T>): Promise<T> {
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 })
  } catch (error) {
    const what = `${showPath(dir)} cannot hold leases`
    throw refusedBySystem('lock-failed', what, { path: dir, cause: error })
  }
  return withLock(join(dir, 'lock'), {}, work)
}

/**
 * The keys on which somebody holds a lease. It changes nothing, so that it also answers in a home that cannot be
 * written; a decision by it is safe only inside {@link withLeases}.
 */
export async function liveKeys(dir: string): Promise<ReadonlySet<string>> {
  const keys = new Set<string>()
  for (const { key, path } of await leaseFiles(dir)) {
    if (!keys.has(key) && (await isHeld(path))) keys.add(key)
  }
  return keys
}

function writeLease(path: string, holders: readonly ProcessIdentity[]): Promise<void> {
  const record: LeaseRecord = { host: hostIdentity(), holders }
  return writeOwnFile(path, JSON.stringify(record))
}

async function leaseFiles(
  dir: string,
): Promise<readonly { readonly key: string; readonly path: string }[]> {
  let names: string[]
  try {
    names = (await readdir(dir)).sort()
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return []
    const what = `The leases in ${showPath(dir)} could not be read`
    throw refusedBySystem('lock-failed', what, { path: dir, cause: error })
  }
  return names.flatMap((name) => {
    const key = filePattern.exec(name)?.[1]
    return key === undefined ? [] : [{ key, path: join(dir, name) }]
  })
}

async function isHeld(path: string): Promise<boolean> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return false
    const what = `The lease ${showPath(path)} cannot be read`
    throw refusedBySystem('lock-failed', what, { path, cause: error })
  }
  const record = parseLease(text)
  if (record === null) return false
  for (const holder of record.holders) {
    if ((await judgeOwner({ ...holder, host: record.host })) !== 'dead') return true
  }
  return false
}

/** Leases are written whole, so text that is no record is damage and holds nothing. */
function parseLease(text: string): LeaseRecord | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof value !== 'object' || value === null) return null
  const { host, holders }: { host?: unknown; holders?: unknown } = value
  if (typeof host !== 'string' || !Array.isArray(holders)) return null
  const known = holders.filter(isIdentity)
  return known.length === holders.length ? { host, holders: known } : null
}

function isIdentity(value: unknown): value is ProcessIdentity {
  if (typeof value !== 'object' || value === null) return false
  const { pid, birth }: { pid?: unknown; birth?: unknown } = value
  return Number.isSafeInteger(pid) && (birth === null || typeof birth === 'string')
}
