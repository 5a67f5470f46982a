import { stat } from 'node:fs/promises'
import { type StateLayout, sessionFolder } from '@onesoul/disk'
import { CliError } from '../terminal/cli-error.ts'
import { folderBytes } from './session-files.ts'
import type { SessionRecord } from './session-record.ts'
import type { Removal, SessionStore } from './session-store.ts'

export const DAY_MS = 86_400_000

/** A session that is old enough to go. */
export interface PrunedSession {
  readonly id: string
  /** Null: a folder without a record, which nothing can go on with. */
  readonly record: SessionRecord | null
  readonly bytes: number
}

/** A session that is old enough to go and stays, because it may not be removed. */
export interface KeptSession extends PrunedSession {
  /** One clause for people. */
  readonly reason: string
}

export interface PruneOutcome {
  /** Removed, or with `dryRun` what would be. */
  readonly removed: readonly PrunedSession[]
  /** Old enough, and kept because a run holds them now. */
  readonly inUse: readonly PrunedSession[]
  /** Old enough, and kept because they cannot be removed. */
  readonly kept: readonly KeptSession[]
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

/** Removes the sessions that were not used for so many days; never one that a run holds or a newer onesoul wrote. */
export async function pruneSessions(
  store: SessionStore,
  options: PruneOptions,
): Promise<PruneOutcome> {
  const old = await findOld(store, options)
  const held = await store.held()
  const removed: PrunedSession[] = []
  const inUse: PrunedSession[] = []
  const kept: KeptSession[] = []
  for (const session of old) {
    const outcome = held.has(session.id) ? 'held' : await removeOne(store, session, options)
    if (outcome === 'removed') removed.push(session)
    else if (outcome === 'held') inUse.push(session)
    else if (typeof outcome === 'object') kept.push({ ...session, reason: outcome.reason })
  }
  return { removed, inUse, kept }
}

/** One that stays must not keep the others. */
async function removeOne(
  store: SessionStore,
  { id, record }: PrunedSession,
  { dryRun = false }: PruneOptions,
): Promise<Removal | { readonly reason: string }> {
  if (dryRun) return 'removed'
  try {
    return await store.remove(id, record?.lastUsedAt)
  } catch (error) {
    if (error instanceof CliError) return { reason: error.message }
    throw error
  }
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
  return [...found, ...(await findBroken(store, { layout, before }))]
}

/** Folders without a record that can be read; their age is that of the folder. */
async function findBroken(
  store: SessionStore,
  { layout, before }: { readonly layout: PruneOptions['layout']; readonly before: number },
): Promise<readonly PrunedSession[]> {
  const found: PrunedSession[] = []
  for (const { id, newer } of await store.broken()) {
    const folder = sessionFolder(layout, id)
    const stats = newer ? null : await stat(folder).catch(() => null)
    if (!stats || stats.mtimeMs > before) continue
    found.push({ id, record: null, bytes: await folderBytes(folder) })
  }
  return found
}
