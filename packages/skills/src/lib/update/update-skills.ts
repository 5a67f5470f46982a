import { changeSkill } from '../add/change-skill.ts'
import { type LifeItem, lifeItem } from '../add/life-item.ts'
import type { LifePlace, SkillsLife } from '../add/life-place.ts'
import type { PreparedSkill } from '../add/prepare-skill.ts'
import { withLife } from '../add/with-life.ts'
import { readLock, writeLock } from '../lock/skills-lock.ts'
import { requireThere } from '../remove/remove-skills.ts'
import { SkillsError } from '../skills-error.ts'
import { readPackage } from '../sync/read-package.ts'
import { compareSkill, type SkillChange } from './compare-skill.ts'
import { fetchEach, type LockedSkill, lockedSkill, refuseLocked } from './fetch-each.ts'

export interface UpdateRequest {
  /** Default: every skill that was added. */
  readonly names?: readonly string[]
  /** Also one that was edited since it was added; it is kept among the backups. Default: false. */
  readonly force?: boolean
  /** Says what would change, and changes nothing. Default: false. */
  readonly dryRun?: boolean
}

/** What became of a skill, and what its new version brings. */
export interface UpdatedSkill extends LifeItem {
  /** Null: nothing is newer. */
  readonly change: SkillChange | null
}

/**
 * Fetches the sources of skills anew and puts what changed in the place of what was
 * there. One that was edited, or whose new version the guard blocks, stays.
 *
 * @throws SkillsError `not-there`, `unproved` before anything is changed;
 * `lock-invalid`, `state-unusable`
 */
export function updateSkills(
  life: SkillsLife,
  request: UpdateRequest,
): Promise<readonly UpdatedSkill[]> {
  const { dryRun = false } = request
  const work = async (place: LifePlace): Promise<readonly UpdatedSkill[]> => {
    const changes = new Map<string, SkillChange>()
    const items = await fetchEach(place, await chooseLocked(place, life, request.names), {
      life,
      frozen: false,
      dryRun,
      use: async (skill, prepared) => {
        const { rules } = life
        return updateOne(place, { skill, prepared }, { rules, request, changes })
      },
    })
    return items.map((item) => ({ ...item, change: changes.get(item.name) ?? null }))
  }
  return withLife(life, work, { dryRun })
}

/** The skills that `skills.lock` knows the source of. */
export async function chooseLocked(
  place: LifePlace,
  life: SkillsLife,
  names: readonly string[] | undefined,
): Promise<readonly LockedSkill[]> {
  const lock = await readLock(place)
  for (const name of names ?? []) {
    await requireThere(place, name, { lock, life })
    if (lock.has(name)) continue
    throw new SkillsError(
      'unproved',
      `${name} was written by hand: nothing says where it comes from`,
    )
  }
  const chosen = [...lock].filter(([name]) => names === undefined || names.includes(name))
  return Promise.all(chosen.map(([name, entry]) => lockedSkill(place, name, entry)))
}

interface Found {
  readonly skill: LockedSkill
  readonly prepared: PreparedSkill
}

interface Updating {
  readonly rules: SkillsLife['rules']
  readonly request: UpdateRequest
  readonly changes: Map<string, SkillChange>
}

async function updateOne(
  place: LifePlace,
  { skill, prepared }: Found,
  { rules, request, changes }: Updating,
): Promise<LifeItem> {
  const { name, folder, tree, entry } = skill
  const { entry: next, files, item } = prepared
  if (next.tree === tree) return noteRevision(place, { skill, prepared }, request)
  const before = tree === null ? null : await readPackage(folder, name)
  const old = before !== null && 'files' in before ? before.files : []
  changes.set(name, compareSkill(old, files, rules))
  const isEdited = tree !== null && tree !== entry.tree
  if (isEdited && !request.force) return refuseLocked(skill, 'edited', EDITED)
  if (request.dryRun) return lifeItem({ name, folder, outcome: 'would-update', ...item })
  const wanted = { name, next: { entry: next, files }, keepOld: isEdited, before: tree }
  const backup = await changeSkill(place, wanted)
  return lifeItem({ name, folder, outcome: 'updated', backup, ...item })
}

/** Its files are what the source has; `skills.lock` says from where they are there. */
async function noteRevision(
  place: LifePlace,
  { skill: { name, folder, entry }, prepared: { entry: next } }: Found,
  { dryRun = false }: UpdateRequest,
): Promise<LifeItem> {
  const { tree, revision } = next
  const item = lifeItem({ name, folder, outcome: 'unchanged', tree, revision })
  if (revision === entry.revision && tree === entry.tree) return item
  if (dryRun) return { ...item, message: 'the same files; skills.lock would name their revision' }
  await writeLock(place, new Map(await readLock(place)).set(name, next))
  return { ...item, message: 'the same files; skills.lock names their revision now' }
}

const EDITED = 'it was edited since it was added; --force takes its place and keeps a copy'
