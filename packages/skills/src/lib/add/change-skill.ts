import { randomBytes } from 'node:crypto'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { exists, hashTree } from '@onesoul/disk'
import { asSkillsError } from '../as-skills-error.ts'
import type { LockEntry } from '../lock/skills-lock.ts'
import { SkillsError } from '../skills-error.ts'
import type { SkillPackageFile } from '../sync/skill-package.ts'
import { syncFolder, writeTree } from '../sync/write-tree.ts'
import { type LifeChange, writeLifeJournal } from './life-journal.ts'
import type { LifePlace } from './life-place.ts'
import { clearTemp } from './recover.ts'
import { backupName, finishChange, foldersOf, settleLock, undoChange } from './settle-change.ts'

/** What becomes of one skill of the home. */
export interface WantedChange {
  readonly name: string
  /** What it is from now on; null when it goes. */
  readonly next: { readonly entry: LockEntry; readonly files: readonly SkillPackageFile[] } | null
  /** Keep what stands there now among the backups. */
  readonly keepOld: boolean
  /** Hash of the tree that may go without being kept. Default: whatever stands there may. */
  readonly before?: string | null
}

/**
 * Puts a skill into its place, or takes it out, so that a kill at any moment leaves
 * the old one or the new one, or what the next change makes so. Returns the path of
 * the backup; null: none was made.
 *
 * @throws SkillsError `state-unusable` when the disk refuses it, `edited` when somebody
 * wrote there meanwhile; it is then as it was before
 */
export async function changeSkill(place: LifePlace, wanted: WantedChange): Promise<string | null> {
  const { name, next } = wanted
  const work = randomBytes(9).toString('hex')
  if (await exists(place.journal)) {
    throw new SkillsError('state-unusable', 'a change before it has to be brought to its end first')
  }
  try {
    const keep = await stage(place, wanted, work)
    const change: LifeChange = { name, work, entry: next?.entry ?? null, keep }
    await carryOut(place, change, wanted)
    return keep === null ? null : join(place.backups, keep)
  } catch (error) {
    throw asSkillsError(error, `${name} could not be changed`)
  } finally {
    // After a failure that could not be taken back the journal needs it.
    if (!(await exists(place.journal))) await clearTemp(join(place.temp, work))
  }
}

/** Writes the new tree beside the old one, and says what the old one is kept as. */
async function stage(
  place: LifePlace,
  { name, next, keepOld }: WantedChange,
  work: string,
): Promise<string | null> {
  const { target, fresh } = foldersOf(place, { name, work })
  await mkdir(join(place.temp, work), { mode: 0o700 })
  await mkdir(place.skills, { recursive: true })
  if (next !== null) {
    await writeTree(fresh, next.files, { onFile: () => place.step('file-staged') })
    if ((await hashTree(fresh)) !== next.entry.tree) {
      throw new SkillsError('state-unusable', `${fresh} is not what was written into it`)
    }
    // Whether it stands there is what tells how far a killed change had come.
    await syncFolder(join(place.temp, work))
    await syncFolder(place.temp)
    await place.step('staged')
  }
  return keepOld && (await exists(target)) ? backupName(place, target, name) : null
}

/** From the journal to its end; what fails on the way is taken back at once. */
async function carryOut(place: LifePlace, change: LifeChange, wanted: WantedChange): Promise<void> {
  try {
    await writeLifeJournal(place, change)
    await place.step('journal-written')
    await swapIn(place, change, wanted)
    await settleLock(place, change)
  } catch (error) {
    // What cannot be taken back now is brought to an end by the next change; the journal stays until then.
    await undoChange(place, change).catch(() => undefined)
    throw error
  }
  await finishChange(place, change)
}

async function swapIn(
  place: LifePlace,
  change: LifeChange,
  { before, keepOld }: WantedChange,
): Promise<void> {
  const { target, fresh, old } = foldersOf(place, change)
  if (await exists(target)) {
    await rename(target, old)
    await place.step('old-moved')
    // Whoever wrote into it until now must not lose that.
    if (before !== undefined && !keepOld && (await hashTree(old)) !== before) {
      throw new SkillsError('edited', 'somebody wrote into it just now; nothing was done')
    }
  }
  if (change.entry !== null) {
    await rename(fresh, target)
    await place.step('new-moved')
  }
  await syncFolder(place.skills)
}
