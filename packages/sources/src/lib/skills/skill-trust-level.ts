import { basename } from 'node:path'
import type { SkillOrigin, Trust } from '@onesoul/core'
import type { AddedNames } from './added-names.ts'

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
