import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readEach, type StateLayout } from '@onesoul/disk'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import { DAY_MS } from './prune-sessions.ts'
import type { SessionStore } from './session-store.ts'

export interface PurgeOptions {
  readonly layout: Pick<StateLayout, 'captures'>
  /** Days since the writing. 0: everything. */
  readonly olderThanDays: number
  /** Removes nothing. Default false. */
  readonly dryRun?: boolean
  /** Milliseconds since 1970. Default: now. */
  readonly now?: number
}

export interface PurgeOutcome {
  /** Removed, or with `dryRun` what would be. */
  readonly receipts: number
  readonly captures: number
  readonly bytes: number
}

interface Kept {
  readonly path: string
  readonly time: number
  readonly bytes: number
}

/** Removes receipts and captures that are older than so many days; the sessions themselves stay. */
export async function purgeReceipts(
  store: SessionStore,
  { layout, olderThanDays, dryRun = false, now = Date.now() }: PurgeOptions,
): Promise<PurgeOutcome> {
  const isOld = ({ time }: Kept): boolean => time <= now - olderThanDays * DAY_MS
  const sessions = await store.list()
  const kept = await readEach(sessions, ({ id }) => store.receipts(id))
  const receipts = kept.flat().filter(isOld)
  const captures = (await listCaptures(layout.captures)).filter(isOld)
  const all = [...receipts, ...captures]
  if (!dryRun) for (const { path } of all) await remove(path)
  const bytes = all.reduce((sum, one) => sum + one.bytes, 0)
  return { receipts: receipts.length, captures: captures.length, bytes }
}

async function remove(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    // biome-ignore lint/style/useErrorCause: CliError takes the cause among its options, which come third.
    throw new CliError(EXIT.failed, `${path} could not be removed (${code ?? message})`, {
      cause: error,
    })
  }
}

async function listCaptures(folder: string): Promise<readonly Kept[]> {
  const names = await readdir(folder).catch(() => [])
  return Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const { mtimeMs, size } = await lstat(path)
      return { path, time: mtimeMs, bytes: size }
    }),
  )
}
