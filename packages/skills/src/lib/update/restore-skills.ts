import { changeSkill } from '../add/change-skill.ts'
import { type LifeItem, lifeItem } from '../add/life-item.ts'
import type { LifePlace, SkillsLife } from '../add/life-place.ts'
import type { PreparedSkill } from '../add/prepare-skill.ts'
import { withLife } from '../add/with-life.ts'
import { fetchEach, type LockedSkill, refuseLocked } from './fetch-each.ts'
import { chooseLocked } from './update-skills.ts'

export interface RestoreRequest {
  /** Take the place of what differs from `skills.lock`; it is kept among the backups. Default: false. */
  readonly force?: boolean
}

/**
 * Makes the skills of the home what `skills.lock` says, revision by revision, and
 * proves each by the hash of its tree: on another machine, or after something was lost.
 *
 * @throws SkillsError `lock-invalid`, `state-unusable`
 */
export function restoreSkills(
  life: SkillsLife,
  { force = false }: RestoreRequest = {},
): Promise<readonly LifeItem[]> {
  return withLife(life, async (place) => {
    const locked = await chooseLocked(place, life, undefined)
    const settled: LifeItem[] = []
    const missing: LockedSkill[] = []
    for (const skill of locked) {
      const { name, folder, tree, entry } = skill
      if (skill.barred !== null) settled.push(skill.barred)
      else if (tree === entry.tree) {
        settled.push(
          lifeItem({ name, folder, tree, outcome: 'unchanged', revision: entry.revision }),
        )
      } else if (tree === null || force) missing.push(skill)
      else settled.push(refuseLocked(skill, 'edited', DIFFERS))
    }
    const use = (skill: LockedSkill, prepared: PreparedSkill): Promise<LifeItem> =>
      restoreOne(place, skill, prepared)
    const fetched = await fetchEach(place, missing, { life, frozen: true, dryRun: false, use })
    return [...settled, ...fetched].sort((a, b) => (a.name < b.name ? -1 : 1))
  })
}

const DIFFERS = 'it is not what skills.lock says; --force takes its place and keeps a copy'

async function restoreOne(
  place: LifePlace,
  skill: LockedSkill,
  { files, entry: found, item }: PreparedSkill,
): Promise<LifeItem> {
  const { name, folder, entry } = skill
  if (found.tree !== entry.tree) {
    const message = 'what its source gives is not what skills.lock says'
    return refuseLocked(skill, 'lock-differs', message)
  }
  const backup = await changeSkill(place, { name, next: { entry, files }, keepOld: true })
  return lifeItem({ name, folder, outcome: backup ? 'replaced' : 'added', backup, ...item })
}
