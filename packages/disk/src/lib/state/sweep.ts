import type { Dirent } from 'node:fs'
import { lstat, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { DiskError, refusedBySystem } from '../disk-error.ts'
import { errnoOf } from '../errno.ts'
import { liveKeys, sweepLeases, withLeases } from '../lease/lease.ts'
import { isAbandoned, readOwnedFile, retireOwnedFile } from '../lock/owned-file.ts'
import { showPath } from '../paths/show-path.ts'
import { removeIfThere, sweepTempFiles } from '../write/temp-file.ts'
import { unfinishedSession } from './session-folder.ts'
import type { StateLayout } from './state-layout.ts'

export interface SweptItem {
  readonly kind: 'delivery' | 'lease' | 'lock' | 'session' | 'socket' | 'temp'
  readonly path: string
}

/**
 * Removes what killed processes left in the home, and tells what: delivery files without a live lease, leases and
 * locks of dead processes, sessions that were being written or removed, sockets on which nobody listens, temporary
 * files (also beside the person's own files).
 * What a living process uses stays, so it may run at any time. So does a session's folder that may not be emptied. A
 * home without state has nothing to remove.
 *
 * @throws DiskError `sweep-failed` when something may not be removed, `lock-timeout` and `lock-failed`.
 */
export async function sweep(layout: StateLayout): Promise<readonly SweptItem[]> {
  try {
    return await sweepAll(layout)
  } catch (error) {
    if (error instanceof DiskError) throw error
    const what = `${showPath(layout.state)} could not be swept`
    throw refusedBySystem('sweep-failed', what, { path: layout.state, cause: error })
  }
}

async function sweepAll(layout: StateLayout): Promise<readonly SweptItem[]> {
  const temps = [
    ...(await sweepTempFiles(layout.home)),
    ...(await sweepTempFiles(layout.agentConfigs, { depth: 2 })),
    ...(await sweepTempFiles(layout.memory, { depth: 1 })),
    ...(await sweepTempFiles(layout.state, { depth: 4 })),
  ]
  const owned = [layout.locks, layout.leases, layout.sessionLeases]
  const locks = (await Promise.all(owned.map(sweepOwned))).flat()
  const leases = [
    ...(await sweepLeases(layout.leases)).removed,
    ...(await sweepLeases(layout.sessionLeases)).removed,
  ]
  return [
    ...itemsOf('temp', temps),
    ...itemsOf('lock', locks),
    ...itemsOf('lease', leases),
    ...itemsOf('delivery', await sweepDeliveries(layout)),
    ...itemsOf('delivery', await sweepBundles(layout)),
    ...itemsOf('session', await sweepSessions(layout)),
    ...itemsOf('socket', await sweepSockets(layout.state, 3)),
  ]
}

function itemsOf(kind: SweptItem['kind'], paths: readonly string[]): readonly SweptItem[] {
  return paths.map((path) => ({ kind, path }))
}

/** Longer than any lock lives between two signs of life. */
const elsewhereMs = 86_400_000

async function sweepOwned(dir: string): Promise<readonly string[]> {
  const removed: string[] = []
  for (const entry of await listing(dir)) {
    if (!entry.isFile() || entry.name.endsWith('.lease') || entry.name.endsWith('.tmp')) continue
    const path = join(dir, entry.name)
    const seen = await readOwnedFile(path)
    if (seen === null || !(await isAbandoned(seen, { elsewhereMs }))) continue
    if ((await retireOwnedFile(path, seen, { elsewhereMs })) === 'retired') removed.push(path)
  }
  return removed
}

async function sweepDeliveries(layout: StateLayout): Promise<readonly string[]> {
  const present = (await listing(layout.deliver)).filter(
    (entry) => entry.isFile() && entry.name.endsWith('.md'),
  )
  if (present.length === 0) return []
  return withLeases(layout.leases, async () => {
    const live = await liveKeys(layout.leases)
    const removed: string[] = []
    for (const { name } of present) {
      if (live.has(name.slice(0, -'.md'.length))) continue
      const path = join(layout.deliver, name)
      if (await removeIfThere(path)) removed.push(path)
    }
    return removed
  })
}

/** Folders of skills that no living run uses, and drafts of them. */
async function sweepBundles(layout: StateLayout): Promise<readonly string[]> {
  const present = await listing(layout.skillBundles)
  if (present.length === 0) return []
  return withLeases(layout.leases, async () => {
    const live = await liveKeys(layout.leases)
    const left = present.filter(({ name }) => !live.has(`bundle-${name}`))
    const removed: string[] = []
    for (const { name } of left) {
      const path = join(layout.skillBundles, name)
      if (await removeFolder(path)) removed.push(path)
    }
    return removed
  })
}

/** Folders of sessions that are not whole and that no living run works on. */
async function sweepSessions(layout: StateLayout): Promise<readonly string[]> {
  const present = (await listing(layout.sessions)).flatMap((entry) => {
    const key = entry.isDirectory() ? unfinishedSession(entry.name) : null
    return key === null ? [] : [{ key, path: join(layout.sessions, entry.name) }]
  })
  if (present.length === 0) return []
  return withLeases(layout.sessionLeases, async () => {
    const live = await liveKeys(layout.sessionLeases)
    const left = present.filter(({ key }) => !live.has(key))
    const removed: string[] = []
    for (const { path } of left) if (await removeFolder(path)) removed.push(path)
    return removed
  })
}

/** False: it may not be emptied. One such folder must not keep every run from starting. */
async function removeFolder(path: string): Promise<boolean> {
  try {
    await rm(path, { recursive: true, force: true })
    return true
  } catch (error) {
    if (LOCKED.has(errnoOf(error) ?? '')) return false
    throw error
  }
}

/** `EBUSY`: something is mounted in it. `ENOTEMPTY`: what is in it could not be listed. */
const LOCKED: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EBUSY', 'ENOTEMPTY'])

/** A socket is bound a moment before its owner listens. */
const socketGraceMs = 500

async function sweepSockets(dir: string, depth: number): Promise<readonly string[]> {
  const removed: string[] = []
  for (const entry of await listing(dir)) {
    const path = join(dir, entry.name)
    if (entry.isDirectory() && depth > 0) removed.push(...(await sweepSockets(path, depth - 1)))
    if (!entry.isSocket() || (await ageMsOf(path)) < socketGraceMs) continue
    if ((await isDeadSocket(path)) && (await removeIfThere(path))) removed.push(path)
  }
  return removed
}

async function ageMsOf(path: string): Promise<number> {
  try {
    return Date.now() - (await lstat(path)).mtimeMs
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return 0
    throw error
  }
}

function isDeadSocket(path: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(path)
    const settle = (dead: boolean): void => {
      socket.destroy()
      done(dead)
    }
    socket.setTimeout(500, () => settle(false))
    socket.once('connect', () => settle(false))
    socket.once('error', (error) => settle(errnoOf(error) === 'ECONNREFUSED'))
  })
}

async function listing(dir: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(dir, { withFileTypes: true })
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(errnoOf(error) ?? '')) return []
    throw error
  }
}
