import { basename, dirname } from 'node:path'
import type { SkillOrigin, Trust } from '@onesoul/core'
import { isUnder, stateLayout } from '@onesoul/disk'
import { type AddedNames, readAddedNames } from './added-names.ts'

/**
 * Whose text a skill is, by where it stands: a skill of the home that was added
 * from elsewhere belongs to whoever wrote it.
 *
 * @param added names of folders in the home that `skills.lock` lists
 */
export function skillTrustLevel(
  { origin, folder }: { readonly origin: SkillOrigin; readonly folder: string },
  added: AddedNames,
): Trust {
  if (origin === 'project') return 'project'
  if (origin === 'builtin') return 'operator'
  return origin === 'home' && added.has(basename(folder)) ? 'external' : 'user'
}

/**
 * Whose text the files in a home's folder of skills are, by the same rule.
 *
 * @returns for an absolute path; null for one that does not stand in that folder
 */
export async function homeSkillsTrust(home: string): Promise<(absolute: string) => Trust | null> {
  const { skills } = stateLayout(home)
  const added = await readAddedNames(home)
  return (absolute) => {
    if (!isUnder(absolute, skills)) return null
    for (let folder = dirname(absolute); folder !== skills; folder = dirname(folder)) {
      if (!isUnder(folder, skills)) break
      const trust = skillTrustLevel({ origin: 'home', folder }, added)
      if (trust !== 'user') return trust
    }
    return 'user'
  }
}
