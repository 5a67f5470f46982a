import { randomBytes } from 'node:crypto'
import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { hashTree } from '@onesoul/disk'
import { errorText } from '../sync/error-text.ts'
import { treeHashOf } from '../sync/package-tree.ts'
import type { SkillPackage } from '../sync/skill-package.ts'
import type { SyncPlace } from '../sync/sync-place.ts'
import { syncFolder, writeTree } from '../sync/write-tree.ts'

/** Where the inventory keeps this content of a skill. */
export function inventoryPath(
  { inventory }: Pick<SyncPlace, 'inventory'>,
  skill: SkillPackage,
): string {
  return join(inventory, skill.version, skill.name)
}

/** Why the inventory cannot stand for a skill, as one sentence; `null` when it does or can be made to. Changes nothing. */
export async function checkInventory(
  place: Pick<SyncPlace, 'inventory'>,
  skill: SkillPackage,
): Promise<string | null> {
  const path = inventoryPath(place, skill)
  for (const folder of [place.inventory, join(place.inventory, skill.version), path]) {
    const stats = await lstat(folder).catch(() => null)
    if (stats === null) return null
    if (!stats.isDirectory()) return `${folder} is no folder`
  }
  if ((await hashTree(path).catch(() => null)) === treeHashOf(skill.files)) return null
  return `${path} is not what was kept there; remove it to keep it anew`
}

/**
 * Keeps a skill in the inventory unless it is there. What is there is whole and
 * never written again. Returns why that cannot be done, as {@link checkInventory}.
 */
export async function keepInInventory(
  place: Pick<SyncPlace, 'inventory' | 'onStep'>,
  skill: SkillPackage,
): Promise<string | null> {
  const fault = await checkInventory(place, skill)
  const path = inventoryPath(place, skill)
  if (fault !== null || (await lstat(path).catch(() => null)) !== null) return fault
  const temp = join(place.inventory, `${TEMP}${randomBytes(12).toString('hex')}`)
  try {
    await mkdir(join(place.inventory, skill.version), { recursive: true, mode: 0o700 })
    await writeTree(temp, skill.files)
    await place.onStep('inventory-staged')
    await rename(temp, path)
    await syncFolder(join(place.inventory, skill.version))
  } catch (error) {
    await rm(temp, { recursive: true, force: true })
    return `${path} could not be written: ${errorText(error)}`
  }
  await place.onStep('inventory-kept')
  return null
}

const TEMP = '.new-'

/** Removes what killed processes left in the inventory. Only under the lock. */
export async function sweepInventory({ inventory }: Pick<SyncPlace, 'inventory'>): Promise<void> {
  const names = await readdir(inventory).catch((): string[] => [])
  for (const name of names.filter((one) => one.startsWith(TEMP))) {
    await rm(join(inventory, name), { recursive: true, force: true })
  }
}
