import { rm } from 'node:fs/promises'
import { exists, hashTree } from '@onesoul/disk'
import { type LifeChange, readLifeJournal } from './life-journal.ts'
import type { LifePlace } from './life-place.ts'
import { finishChange, foldersOf, settleLock, undoChange } from './settle-change.ts'

/**
 * Brings what a killed change left to an end: a skill whose new folder stands is
 * completed, anything earlier is undone. Under the lock alone.
 */
export async function recover(place: LifePlace): Promise<void> {
  const change = await readLifeJournal(place)
  if (change !== null) {
    if (await isSwapped(place, change)) {
      await settleLock(place, change)
      await finishChange(place, change)
    } else await undoChange(place, change)
  }
  await clearTemp(place.temp)
}

/** Whether the skill stands as the change wants it, so that only the rest is to be done. */
async function isSwapped(place: LifePlace, change: LifeChange): Promise<boolean> {
  const { work, target, fresh, old } = foldersOf(place, change)
  const { entry } = change
  if (entry === null) return exists(old)
  if (await exists(work)) return !(await exists(fresh))
  // Somebody cleared the folder of work away; what stands there now tells.
  return (await exists(target)) && (await hashTree(target)) === entry.tree
}

/** A program that a killed process had started may still write there; what cannot be removed now is removed the next time. */
export async function clearTemp(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined)
}
