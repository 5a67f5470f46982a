import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { suggest } from '@onesoul/core'
import { exists, hashTree, readFileSafely } from '@onesoul/disk'
import { changeSkill } from '../add/change-skill.ts'
import { CUT_OFF, itemOfError, type LifeItem, lifeItem } from '../add/life-item.ts'
import type { LifePlace, SkillsLife } from '../add/life-place.ts'
import { withLife } from '../add/with-life.ts'
import { readLock, type SkillsLock } from '../lock/skills-lock.ts'
import { newSkillText } from '../new/new-skill.ts'
import { SkillsError } from '../skills-error.ts'
import { isSkillName } from '../sync/skill-name.ts'

export interface RemoveSkillsRequest {
  readonly names: readonly string[]
  /** Also what nothing says was added, which may be somebody's own work. Default: false. */
  readonly unproved?: boolean
  /** Also what was edited since it was added; it is kept among the backups. Default: false. */
  readonly force?: boolean
  /** Changes nothing. Default: false. */
  readonly dryRun?: boolean
}

/**
 * Removes skills from the home with their lines in `skills.lock`. An edited one, and
 * one that was written by hand, is refused unless that is asked for, and is then kept
 * among the backups. What stands in quarantine under that name goes as well.
 *
 * @throws SkillsError `not-there`, `builtin-readonly` before anything is removed;
 * `lock-invalid`, `state-unusable`
 */
export async function removeSkills(
  life: SkillsLife,
  request: RemoveSkillsRequest,
): Promise<readonly LifeItem[]> {
  const { dryRun = false } = request
  const names = [...new Set(request.names)]
  const work = async (place: LifePlace): Promise<readonly LifeItem[]> => {
    const lock = await readLock(place)
    for (const name of names) await requireThere(place, name, { lock, life })
    const items: LifeItem[] = []
    for (const name of names) {
      const folder = join(place.skills, name)
      const one = removeOne(place, name, { lock, request })
      items.push(await one.catch((error: unknown) => itemOfError({ name, folder }, error)))
    }
    return items
  }
  return withLife(life, work, { dryRun })
}

/** Throws for a name that the home has no skill of. */
export async function requireThere(
  place: LifePlace,
  name: string,
  { lock, life }: { readonly lock: SkillsLock; readonly life: SkillsLife },
): Promise<void> {
  const known = await skillsIn(place)
  if (lock.has(name) || known.includes(name) || (await exists(quarantineOf(place, name)))) return
  if (life.builtins?.includes(name)) {
    const message = `${name} comes with OneSoul and cannot be changed`
    throw new SkillsError('builtin-readonly', message, {
      hints: [`add a skill of that name to take its place, or \`onesoul skills disable ${name}\``],
    })
  }
  const meant = suggest(name, [...lock.keys(), ...known])
  throw new SkillsError('not-there', `there is no skill ${JSON.stringify(name)} in the home`, {
    hints: [meant ? `did you mean ${meant}?` : '`onesoul skills list --all` lists them'],
  })
}

function quarantineOf({ quarantine }: LifePlace, name: string): string {
  return join(quarantine, isSkillName(name) ? name : '.none')
}

async function skillsIn({ skills }: LifePlace): Promise<readonly string[]> {
  const entries = await readdir(skills, { withFileTypes: true }).catch(() => [])
  return entries.filter((one) => one.isDirectory()).map(({ name }) => name)
}

async function removeOne(
  place: LifePlace,
  name: string,
  { lock, request }: { readonly lock: SkillsLock; readonly request: RemoveSkillsRequest },
): Promise<LifeItem> {
  const folder = join(place.skills, name)
  const entry = lock.get(name)
  const base = { name, folder, revision: entry?.revision ?? null }
  const kept = quarantineOf(place, name)
  if (place.cutOff === name) return lifeItem({ ...base, outcome: 'unchanged', message: CUT_OFF })
  if (entry === undefined && !(await exists(folder))) {
    if (request.dryRun) return lifeItem({ ...base, folder: kept, outcome: 'would-remove' })
    await rm(kept, { recursive: true, force: true })
    return lifeItem({ ...base, folder: kept, outcome: 'removed' })
  }
  const tree = (await exists(folder)) ? await hashTree(folder) : null
  const isEdited = entry !== undefined && tree !== null && tree !== entry.tree
  if (isEdited && !request.force) return refuse(base, 'edited', EDITED)
  const isOwnWork = entry === undefined && !(await isUntouched(folder, name))
  if (isOwnWork && !request.unproved && !request.force) {
    return refuse(base, 'unproved', UNPROVED)
  }
  if (request.dryRun) return lifeItem({ ...base, outcome: 'would-remove', tree })
  const keepOld = isEdited || isOwnWork
  const backup = await changeSkill(place, { name, next: null, keepOld, before: tree })
  await rm(kept, { recursive: true, force: true })
  return lifeItem({ ...base, outcome: 'removed', tree, backup })
}

/** It is as a new skill begins, so that nobody's work is in it. */
async function isUntouched(folder: string, name: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => [])
  if (names.length !== 1 || names[0] !== 'SKILL.md') return false
  const found = await readFileSafely(join(folder, 'SKILL.md'), { roots: [folder] })
  return (
    found.outcome === 'content' && Buffer.from(found.bytes).equals(Buffer.from(newSkillText(name)))
  )
}

const EDITED = 'it was edited since it was added; --force removes it and keeps a copy'
const UNPROVED =
  'nothing says that it was added, so it may be your own work; --yes removes it and keeps a copy'

function refuse(
  base: Pick<LifeItem, 'name' | 'folder' | 'revision'>,
  code: 'edited' | 'unproved',
  message: string,
): LifeItem {
  return lifeItem({ ...base, outcome: 'refused', code, message })
}
