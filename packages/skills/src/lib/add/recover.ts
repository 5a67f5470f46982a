import { rename, rm } from 'node:fs/promises'
import { exists } from '../sync/exists.ts'
import { syncFolder } from '../sync/write-tree.ts'
import { foldersOf, settle } from './change-skill.ts'
import { readLifeJournal, removeLifeJournal } from './life-journal.ts'
import type { LifePlace } from './life-place.ts'

/**
 * Brings what a killed change left to an end: a skill whose new folder stands is
 * completed, anything earlier is undone. Under the lock alone.
 */
export async function recover(place: LifePlace): Promise<void> {
  const change = await readLifeJournal(place)
  if (change !== null) {
    const { target, fresh, old } = foldersOf(place, change)
    const isOld = await exists(old)
    const swapped = change.entry === null ? isOld : !(await exists(fresh))
    if (swapped) await settle(place, change)
    else {
      if (isOld) {
        await rename(old, target)
        await syncFolder(place.skills)
      }
      await removeLifeJournal(place)
    }
  }
  await rm(place.temp, { recursive: true, force: true })
}
