import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { hashTree } from '@onesoul/disk'
import { type LockEntry, readLock, writeLock } from '../lock/skills-lock.ts'
import { SkillsError } from '../skills-error.ts'
import { exists } from '../sync/exists.ts'
import type { SkillPackageFile } from '../sync/skill-package.ts'
import { syncFolder, writeTree } from '../sync/write-tree.ts'
import { type LifeChange, removeLifeJournal, writeLifeJournal } from './life-journal.ts'
import type { LifePlace } from './life-place.ts'

/** What becomes of one skill of the home. */
export interface WantedChange {
  readonly name: string
  /** What it is from now on; null when it goes. */
  readonly next: { readonly entry: LockEntry; readonly files: readonly SkillPackageFile[] } | null
  /** Keep what stands there now among the backups. */
  readonly keepOld: boolean
}

/**
 * Puts a skill into its place, or takes it out, so that a kill at any moment leaves
 * the old one or the new one, or what the next change makes so. Returns the path of
 * the backup; null: none was made.
 *
 * @throws SkillsError `state-unusable` when what was written is not what was meant
 */
export async function changeSkill(
  place: LifePlace,
  { name, next, keepOld }: WantedChange,
): Promise<string | null> {
  const work = `${name.slice(0, 40)}-${randomBytes(9).toString('hex')}`
  const { target, fresh } = foldersOf(place, { name, work })
  await mkdir(join(place.temp, work), { mode: 0o700 })
  await mkdir(place.skills, { recursive: true })
  if (next !== null) {
    await writeTree(fresh, next.files, { onFile: () => place.step('file-staged') })
    if ((await hashTree(fresh)) !== next.entry.tree) {
      throw new SkillsError('state-unusable', `${fresh} is not what was written into it`)
    }
    place.step('staged')
  }
  const keep = keepOld && (await exists(target)) ? await backupName(target, name) : null
  const change: LifeChange = { name, work, entry: next?.entry ?? null, keep }
  await writeLifeJournal(place, change)
  place.step('journal-written')
  await swapIn(place, change)
  await settle(place, change)
  return keep === null ? null : join(place.backups, keep)
}

interface ChangeFolders {
  /** The skill's own. */
  readonly target: string
  readonly fresh: string
  readonly old: string
}

export function foldersOf(
  { skills, temp }: Pick<LifePlace, 'skills' | 'temp'>,
  { name, work }: Pick<LifeChange, 'name' | 'work'>,
): ChangeFolders {
  const folder = join(temp, work)
  return { target: join(skills, name), fresh: join(folder, 'new'), old: join(folder, 'old') }
}

async function swapIn(place: LifePlace, change: LifeChange): Promise<void> {
  const { target, fresh, old } = foldersOf(place, change)
  if (await exists(target)) {
    await rename(target, old)
    place.step('old-moved')
  }
  if (change.entry !== null) {
    await rename(fresh, target)
    place.step('new-moved')
  }
  await syncFolder(place.skills)
}

/** Everything behind the swap; it may be done again. */
export async function settle(place: LifePlace, change: LifeChange): Promise<void> {
  const { old } = foldersOf(place, change)
  const lock = new Map(await readLock(place))
  if (change.entry === null) lock.delete(change.name)
  else lock.set(change.name, change.entry)
  await writeLock(place, lock)
  place.step('lock-written')
  if (change.keep !== null && (await exists(old))) {
    const kept = join(place.backups, change.keep)
    await mkdir(place.backups, { recursive: true, mode: 0o700 })
    await rm(kept, { recursive: true, force: true })
    await rename(old, kept)
    place.step('old-kept')
  }
  await removeLifeJournal(place)
  place.step('journal-removed')
  await rm(join(place.temp, change.work), { recursive: true, force: true })
}

/** The same tree of a name is kept once. */
async function backupName(target: string, name: string): Promise<string> {
  return `${name}-${(await hashTree(target)).slice(0, 12)}`
}
