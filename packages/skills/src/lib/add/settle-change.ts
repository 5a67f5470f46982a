import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { exists, hashTree } from '@onesoul/disk'
import { readLock, writeLock } from '../lock/skills-lock.ts'
import { syncFolder } from '../sync/write-tree.ts'
import { type LifeChange, removeLifeJournal } from './life-journal.ts'
import type { LifePlace } from './life-place.ts'

interface ChangeFolders {
  readonly work: string
  /** The skill's own. */
  readonly target: string
  readonly fresh: string
  readonly old: string
}

export function foldersOf(
  { skills, temp }: Pick<LifePlace, 'skills' | 'temp'>,
  { name, work: id }: Pick<LifeChange, 'name' | 'work'>,
): ChangeFolders {
  const work = join(temp, id)
  return { work, target: join(skills, name), fresh: join(work, 'new'), old: join(work, 'old') }
}

/** Says in `skills.lock` what stands now; it may be done again. */
export async function settleLock(place: LifePlace, { name, entry }: LifeChange): Promise<void> {
  const lock = new Map(await readLock(place))
  if (entry === null) lock.delete(name)
  else lock.set(name, entry)
  await writeLock(place, lock)
  await place.step('lock-written')
}

/** The end of a change that `skills.lock` knows of; it may be done again. */
export async function finishChange(place: LifePlace, change: LifeChange): Promise<void> {
  const { old } = foldersOf(place, change)
  if (change.keep !== null && (await exists(old))) {
    await moveToBackups(place, old, change.keep)
    await place.step('old-kept')
  }
  await removeLifeJournal(place)
  await place.step('journal-removed')
}

/**
 * Makes it as it was before a change that `skills.lock` does not know of yet. What
 * somebody wrote in its place meanwhile stays there, and what was moved aside is
 * then kept among the backups.
 */
export async function undoChange(place: LifePlace, change: LifeChange): Promise<void> {
  const { target, fresh, old } = foldersOf(place, change)
  if (await isMovedIn(place, change)) await rename(target, fresh)
  if (await exists(old)) {
    if (await exists(target)) {
      await moveToBackups(place, old, await backupName(place, old, change.name))
    } else await rename(old, target)
    await syncFolder(place.skills)
  }
  await removeLifeJournal(place)
}

/** The new tree was moved to its place, and nobody touched it since. */
async function isMovedIn(place: LifePlace, change: LifeChange): Promise<boolean> {
  const { work, target, fresh } = foldersOf(place, change)
  if (change.entry === null || !(await exists(work)) || (await exists(fresh))) return false
  return (await exists(target)) && (await hashTree(target)) === change.entry.tree
}

async function moveToBackups({ backups }: LifePlace, from: string, name: string): Promise<void> {
  const kept = join(backups, name)
  await mkdir(backups, { recursive: true, mode: 0o700 })
  // What is there is the same tree.
  await rm(kept, { recursive: true, force: true })
  await rename(from, kept)
}

/** What a tree is called among the backups: the same tree of a name is kept once, and none is written over. */
export async function backupName(
  { backups }: Pick<LifePlace, 'backups'>,
  tree: string,
  name: string,
): Promise<string> {
  const hash = await hashTree(tree)
  for (let count = 1; ; count++) {
    const called = `${name}-${hash.slice(0, 12)}${count === 1 ? '' : `-${count}`}`
    const kept = join(backups, called)
    if (!(await exists(kept)) || (await hashTree(kept)) === hash) return called
  }
}
