import { readdir, stat } from 'node:fs/promises'
import { type StateLayout, sessionFolder } from '@onesoul/disk'
import { folderBytes } from './session-files.ts'
import type { SessionRecord } from './session-record.ts'
import type { SessionStore } from './session-store.ts'

export const DAY_MS = 86_400_000

/** A session that is old enough to go. */
export interface PrunedSession {
  readonly id: string
  /** Null: a folder without a record, which nothing can go on with. */
  readonly record: SessionRecord | null
  readonly bytes: number
}

export interface PruneOutcome {
  /** Removed, or with `dryRun` what would be. */
  readonly removed: readonly PrunedSession[]
  /** Old enough, and kept because a run holds them now. */
  readonly inUse: readonly PrunedSession[]
}

export interface PruneOptions {
  readonly layout: Pick<StateLayout, 'sessions'>
  /** Days since the last use. 0: every session. */
  readonly olderThanDays: number
  /** Removes nothing. Default false. */
  readonly dryRun?: boolean
  /** Milliseconds since 1970. Default: now. */
  readonly now?: number
}

/** Removes the sessions that were not used for so many days; never one that a run holds. */
export async function pruneSessions(
  store: SessionStore,
  options: PruneOptions,
): Promise<PruneOutcome> {
  const old = await findOld(store, options)
  const held = await store.held()
  const removed: PrunedSession[] = []
  const inUse: PrunedSession[] = []
  for (const session of old) {
    const isFree = !held.has(session.id) && (options.dryRun || (await store.remove(session.id)))
    if (isFree) removed.push(session)
    else inUse.push(session)
  }
  return { removed, inUse }
}

async function findOld(
  store: SessionStore,
  { layout, olderThanDays, now = Date.now() }: PruneOptions,
): Promise<readonly PrunedSession[]> {
  const before = now - olderThanDays * DAY_MS
  const records = await store.list()
  const found: PrunedSession[] = []
  for (const record of records.toReversed()) {
    const { id } = record
    if (Date.parse(record.lastUsedAt) > before) continue
    found.push({ id, record, bytes: await folderBytes(sessionFolder(layout, id)) })
  }
  const known = new Set(records.map(({ id }) => id))
  return [...found, ...(await findBroken(layout, { before, known }))]
}

/** Folders without a record; their age is that of the folder. */
async function findBroken(
  layout: Pick<StateLayout, 'sessions'>,
  { before, known }: { readonly before: number; readonly known: ReadonlySet<string> },
): Promise<readonly PrunedSession[]> {
  const names = await readdir(layout.sessions).catch(() => [])
  const found: PrunedSession[] = []
  for (const id of names.filter((name) => !known.has(name) && /^[\w-][\w.-]{0,127}$/.test(name))) {
    const folder = sessionFolder(layout, id)
    const stats = await stat(folder).catch(() => null)
    if (!stats?.isDirectory() || stats.mtimeMs > before) continue
    found.push({ id, record: null, bytes: await folderBytes(folder) })
  }
  return found
}
