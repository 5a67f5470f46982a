import { randomBytes } from 'node:crypto'
import { mkdir, rename } from 'node:fs/promises'
import { exists, hashTree, processIdentity } from '@onesoul/disk'
import {
  type Receipt,
  type ReceiptReading,
  readReceipt,
  removeReceipt,
  writeReceipt,
} from '../receipts/receipt.ts'
import { errorText } from './error-text.ts'
import {
  type JournalEntry,
  removeJournal,
  type WorkFolders,
  workFolders,
  writeJournal,
} from './journal.ts'
import { finishChange, rollBack } from './repair.ts'
import { requireReal } from './require-real.ts'
import type { SkillPackageFile } from './skill-package.ts'
import type { SyncPlace } from './sync-place.ts'
import { syncFolder, writeTree } from './write-tree.ts'

/**
 * `done`. `changed-meanwhile`: somebody wrote there since it was looked at;
 * nothing was done. The rest: it was taken back, unless `rollback_failed`.
 */
export type ChangeResult =
  | { readonly result: 'done' }
  | { readonly result: 'changed-meanwhile' }
  | FailedChange

export interface FailedChange {
  readonly result: FailedStep | 'rollback_failed'
  readonly why: string
}

type FailedStep = 'missing_target' | 'receipt_write_failed'

export interface WantedWrite {
  readonly receipt: Receipt
  readonly files: readonly SkillPackageFile[]
  /** Hash of the tree that may be replaced; `null`: nothing stands there. */
  readonly before: string | null
}

/**
 * Puts a skill into a folder of skills: journal, staged beside it, verified, the
 * old one moved aside, the new one moved in, synced, receipt. After a kill at any
 * step `repair` completes it or takes it back. Only under the lock.
 */
export async function writeProjection(
  place: SyncPlace,
  { receipt, files, before }: WantedWrite,
): Promise<ChangeResult> {
  const { name, target } = receipt
  const entry = await newEntry({ action: 'write', name, target, before, receipt })
  return change(place, entry, async (folders) => {
    await writeTree(folders.staged, files, { onFile: () => place.onStep('file-staged') })
    if ((await hashTree(folders.staged)) !== receipt.treeHash) {
      throw new Error('what was written is not what is read')
    }
    await place.onStep('tree-staged')
  })
}

/** Takes a skill out whose tree is proved ours; see {@link writeProjection}. Only under the lock. */
export async function removeProjection(place: SyncPlace, receipt: Receipt): Promise<ChangeResult> {
  const { name, target, treeHash: before } = receipt
  const entry = await newEntry({ action: 'remove', name, target, before, receipt: null })
  return change(place, entry, async () => undefined)
}

async function newEntry(what: Omit<JournalEntry, 'id' | 'owner'>): Promise<JournalEntry> {
  const owner = (await processIdentity(process.pid)) ?? { pid: process.pid, birth: null }
  return { id: randomBytes(12).toString('hex'), ...what, owner }
}

async function change(
  place: SyncPlace,
  entry: JournalEntry,
  stage: (folders: WorkFolders) => Promise<void>,
): Promise<ChangeResult> {
  const folders = workFolders(entry)
  let phase: FailedStep = 'missing_target'
  let isBegun = false
  const noted = await readReceipt(place, folders.projection)
  try {
    await requireReal(entry)
    await mkdir(entry.target, { recursive: true })
    await writeJournal(place, entry)
    await place.onStep('journal-written')
    await requireReal(entry)
    isBegun = true
    await mkdir(folders.work, { mode: 0o700 })
    await place.onStep('work-begun')
    await stage(folders)
    if (!(await swap(place, entry, folders))) {
      await rollBack(place, entry)
      return { result: 'changed-meanwhile' }
    }
    phase = 'receipt_write_failed'
    await changeReceipt(place, entry, folders)
  } catch (error) {
    if (isBegun) {
      if (phase === 'receipt_write_failed') await putReceiptBack(place, folders, noted)
      return takeBack(place, entry, { result: phase, why: errorText(error) })
    }
    // What the journal announces was not begun.
    await removeJournal(place, entry).catch(() => undefined)
    return { result: phase, why: errorText(error) }
  }
  // What cannot be cleared away now is cleared away by the next sync; the journal stays until then.
  await finishChange(place, entry).catch(() => undefined)
  return { result: 'done' }
}

/** Moves the old tree aside and the new one in; false when something else stands there than was looked at. */
async function swap(place: SyncPlace, entry: JournalEntry, folders: WorkFolders): Promise<boolean> {
  const { staged, old, projection } = folders
  await requireReal(entry)
  await mkdir(folders.swap, { mode: 0o700 })
  await syncFolder(folders.work)
  await place.onStep('swap-begun')
  if (entry.before === null) {
    if (await exists(projection)) return false
  } else {
    if (!(await exists(projection))) return false
    await rename(projection, old)
    await place.onStep('old-moved')
    // Whoever wrote into it until now must not lose that.
    if ((await hashTree(old)) !== entry.before) return false
  }
  if (entry.action === 'write') {
    await requireReal(entry)
    if (await exists(projection)) return false
    await rename(staged, projection)
    await place.onStep('new-moved')
  }
  await syncFolder(folders.work)
  await syncFolder(entry.target)
  await place.onStep('folder-synced')
  return true
}

async function changeReceipt(
  place: SyncPlace,
  { receipt }: JournalEntry,
  { projection }: WorkFolders,
): Promise<void> {
  if (receipt === null) await removeReceipt(place, projection)
  else await writeReceipt(place, receipt)
  await place.onStep('receipt-changed')
}

/** A write may fail behind its end; what is taken back must be what the receipt says. */
async function putReceiptBack(
  place: SyncPlace,
  { projection }: WorkFolders,
  noted: ReceiptReading,
): Promise<void> {
  try {
    if (noted.outcome === 'valid') await writeReceipt(place, noted.receipt)
    if (noted.outcome === 'missing') await removeReceipt(place, projection)
  } catch {
    // The disk refuses receipts, and then has the one that it had.
  }
}

async function takeBack(
  place: SyncPlace,
  entry: JournalEntry,
  failed: FailedChange,
): Promise<ChangeResult> {
  try {
    await rollBack(place, entry)
    return failed
  } catch (error) {
    const { work } = workFolders(entry)
    const left = (await exists(work)) ? `; what is left stands in ${work}` : ''
    const why = `${failed.why}; then ${errorText(error)}${left}`
    return { result: 'rollback_failed', why }
  }
}
