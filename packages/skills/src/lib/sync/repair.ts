import { rename, rm, rmdir } from 'node:fs/promises'
import { exists, hashTree, sweepTempFiles } from '@onesoul/disk'
import { sweepInventory } from '../inventory/inventory.ts'
import { readReceipt, removeReceipt, writeReceipt } from '../receipts/receipt.ts'
import { errorText } from './error-text.ts'
import {
  type JournalEntry,
  journalPath,
  listAbandoned,
  listUnfinished,
  removeJournal,
  workFolders,
} from './journal.ts'
import { sweepBackups } from './keep-backup.ts'
import { requireReal } from './require-real.ts'
import { resolveTargets } from './resolve-targets.ts'
import type { PendingChange, SyncReport } from './sync-outcome.ts'
import type { SyncPlace } from './sync-place.ts'
import { syncFolder } from './write-tree.ts'

/** What is left of changes that were cut off. */
export type Leftovers = Pick<SyncReport, 'pending' | 'faults'>

/** What the next sync does about changes of killed processes. Changes nothing. */
export async function listPending(place: SyncPlace): Promise<Leftovers> {
  const { entries, faults } = await listAbandoned(place)
  return { pending: await Promise.all(entries.map((entry) => plan(place, entry))), faults }
}

/**
 * Completes or takes back every change of a killed process, and tells which. One
 * that can be neither stays, with its folder of work. Only under the lock.
 */
export async function repair(place: SyncPlace): Promise<Leftovers> {
  await sweepInventory(place)
  await sweepBackups(place.backups)
  for (const folder of [place.receipts, place.journal]) await sweepTempFiles(folder)
  const { entries, faults } = await listUnfinished(place)
  const pending: PendingChange[] = []
  for (const entry of entries) {
    const planned = await plan(place, entry)
    if (planned.fault === null) {
      const why = await mend(place, entry, planned.repair).then(() => null, errorText)
      // What cannot be mended now is tried again at the next sync; the journal stays until then.
      pending.push({ ...planned, fault: why })
    } else pending.push(planned)
  }
  return { pending, faults }
}

async function plan(place: SyncPlace, entry: JournalEntry): Promise<PendingChange> {
  const { name, target, action, id } = entry
  const { work } = workFolders(entry)
  const left = { name, target, action, repair: 'roll back', work } as const
  try {
    if (await isTrusted(place, entry)) {
      return { ...left, repair: await decide(place, entry), fault: null }
    }
    const fault = `${target} is no folder that a sync may write into now; put it back as it was, or remove ${journalPath(place, id)}`
    return { ...left, fault }
  } catch (error) {
    return { ...left, fault: errorText(error) }
  }
}

async function mend(
  place: SyncPlace,
  entry: JournalEntry,
  what: PendingChange['repair'],
): Promise<void> {
  if (what === 'roll back') return rollBack(place, entry)
  try {
    if (entry.receipt === null) await removeReceipt(place, workFolders(entry).projection)
    else await writeReceipt(place, entry.receipt)
  } catch {
    // Without a receipt nobody would know whose it is, so that it must not stay.
    return rollBack(place, entry)
  }
  return finishChange(place, entry)
}

/** A journal is only a file: what it names counts where a sync could have written it. */
async function isTrusted(place: SyncPlace, { target }: JournalEntry): Promise<boolean> {
  const [found] = await resolveTargets(place, [{ agents: ['any'], folder: target }])
  return found?.folder === target && found.refusal === null
}

async function decide(place: SyncPlace, entry: JournalEntry): Promise<PendingChange['repair']> {
  const { swap, staged, old, projection } = workFolders(entry)
  if (!(await exists(swap))) return (await isCommitted(place, entry)) ? 'complete' : 'roll back'
  if (entry.action === 'write') {
    const isIn = !(await exists(staged)) && (await exists(projection))
    return isIn ? 'complete' : 'roll back'
  }
  const isOut = (await exists(old)) && (await hashTree(old)) === entry.before
  return isOut ? 'complete' : 'roll back'
}

async function isCommitted(place: SyncPlace, entry: JournalEntry): Promise<boolean> {
  const found = await readReceipt(place, workFolders(entry).projection)
  if (entry.receipt === null) return found.outcome === 'missing'
  const { treeHash } = entry.receipt
  const { projection } = workFolders(entry)
  const isNoted = found.outcome === 'valid' && found.receipt.treeHash === treeHash
  return isNoted && (await exists(projection)) && (await hashTree(projection)) === treeHash
}

/** The end of a change whose receipt is written: from here on nothing is taken back. */
export async function finishChange(place: SyncPlace, entry: JournalEntry): Promise<void> {
  const { work, swap } = workFolders(entry)
  await requireReal(entry)
  await rmdir(swap).catch(ifThere)
  await place.onStep('committed')
  await requireReal(entry)
  await rm(work, { recursive: true, force: true })
  await place.onStep('work-removed')
  await removeJournal(place, entry)
  await place.onStep('journal-removed')
}

/**
 * Puts back what stood there before, at any step before the receipt was changed.
 *
 * @throws Error when that cannot be done; what was moved aside stays in the folder of work
 */
export async function rollBack(place: SyncPlace, entry: JournalEntry): Promise<void> {
  const { work, swap } = workFolders(entry)
  await requireReal(entry)
  let isLost = false
  if (await exists(swap)) {
    isLost = !(await putBack(entry))
    await rmdir(swap).catch(ifThere)
    await syncFolder(entry.target)
  }
  await rm(work, { recursive: true, force: true })
  await removeJournal(place, entry)
  if (isLost) throw new Error(`what stood in ${entry.target} before is gone`)
}

/** False: somebody removed what stood there before, so that nothing is left to put back. */
async function putBack(entry: JournalEntry): Promise<boolean> {
  const { staged, old, projection } = workFolders(entry)
  const isIn = entry.action === 'write' && !(await exists(staged))
  if (isIn && (await exists(projection))) {
    if ((await hashTree(projection)) !== entry.receipt?.treeHash) {
      throw new Error(`${projection} was changed meanwhile`)
    }
    await rename(projection, staged)
  }
  const [isAside, isThere] = [await exists(old), await exists(projection)]
  if (isAside && isThere) {
    // What was moved aside is ours, or kept as a backup, as long as it is what was looked at.
    if ((await hashTree(old)) === entry.before) return true
    throw new Error(`${projection} came meanwhile`)
  }
  if (isAside) await rename(old, projection)
  return isAside || isThere || entry.before === null
}

function ifThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
