import { dirname, join } from 'node:path'
import { exists, hashTree } from '@onesoul/disk'
import { CUT_OFF, itemOfError, type LifeItem, lifeItem } from '../add/life-item.ts'
import type { LifePlace, SkillsLife } from '../add/life-place.ts'
import { withSource } from '../add/open-source.ts'
import { type PreparedSkill, prepareSkill } from '../add/prepare-skill.ts'
import type { LockEntry } from '../lock/skills-lock.ts'
import { findSkills } from '../source/find-skills.ts'
import type { SourceTree } from '../source/source-tree.ts'

/** A line of `skills.lock` with what stands in its place. */
export interface LockedSkill {
  readonly name: string
  readonly entry: LockEntry
  /** Absolute. */
  readonly folder: string
  /** Hash of the tree that is there; null: none is. */
  readonly tree: string | null
  /** Why nothing can be said of it now; null: nothing bars it. */
  readonly barred: LifeItem | null
}

export async function lockedSkill(
  place: LifePlace,
  name: string,
  entry: LockEntry,
): Promise<LockedSkill> {
  const folder = join(place.skills, name)
  const base = { name, entry, folder, tree: null, barred: null }
  if (place.cutOff === name) {
    return { ...base, barred: lifeItem({ name, folder, outcome: 'unchanged', message: CUT_OFF }) }
  }
  try {
    return { ...base, tree: (await exists(folder)) ? await hashTree(folder) : null }
  } catch (error) {
    return { ...base, barred: itemOfError({ name, folder }, error) }
  }
}

export interface FetchEach {
  readonly life: SkillsLife
  /** Fetch exactly what `skills.lock` says. */
  readonly frozen: boolean
  readonly dryRun: boolean
  readonly use: (skill: LockedSkill, prepared: PreparedSkill) => Promise<LifeItem>
}

/** Fetches each source once and hands on its skills; what cannot be fetched has its reason. */
export async function fetchEach(
  place: LifePlace,
  skills: readonly LockedSkill[],
  options: FetchEach,
): Promise<readonly LifeItem[]> {
  const groups = new Map<string, LockedSkill[]>()
  for (const skill of skills.filter(({ barred }) => barred === null)) {
    const { location, ref, revision } = skill.entry
    const key = JSON.stringify([location, options.frozen ? revision : ref])
    groups.set(key, [...(groups.get(key) ?? []), skill])
  }
  const items = skills.flatMap(({ barred }) => barred ?? [])
  for (const group of groups.values()) items.push(...(await fetchGroup(place, group, options)))
  return items.sort((a, b) => (a.name < b.name ? -1 : 1))
}

async function fetchGroup(
  place: LifePlace,
  group: readonly LockedSkill[],
  { life, frozen, dryRun, use }: FetchEach,
): Promise<readonly LifeItem[]> {
  const [first] = group
  if (first === undefined) return []
  const { entry } = first
  const wanted = { source: entry, env: life.env, ...(frozen && { revision: entry.revision }) }
  try {
    return await withSource(place, wanted, async (tree) => {
      const items: LifeItem[] = []
      for (const skill of group) {
        const one = useOne(place, skill, { tree, life, dryRun, use })
        items.push(await one.catch((error: unknown) => failLocked(skill, error)))
      }
      return items
    })
  } catch (error) {
    return group.map((skill) => failLocked(skill, error))
  }
}

async function useOne(
  place: LifePlace,
  skill: LockedSkill,
  { use, ...fetched }: Fetched & Pick<FetchEach, 'use'>,
): Promise<LifeItem> {
  const prepared = await prepareOne(place, skill, fetched)
  return 'outcome' in prepared ? prepared : use(skill, prepared)
}

function failLocked(
  { name, folder, tree, entry: { revision } }: LockedSkill,
  error: unknown,
): LifeItem {
  return { ...itemOfError({ name, folder }, error), tree, revision }
}

interface Fetched {
  readonly tree: SourceTree
  readonly life: SkillsLife
  readonly dryRun: boolean
}

async function prepareOne(
  place: LifePlace,
  skill: LockedSkill,
  { tree, life, dryRun }: Fetched,
): Promise<PreparedSkill | LifeItem> {
  const { entry, name } = skill
  // A source that is a skill itself has it at its root, else it stands below the folder around it.
  const above = entry.path === '' ? '' : dirname(entry.path).replace(/^\.$/, '')
  const found = findSkills(tree, above).find(({ path }) => path === entry.path)
  if (found === undefined) {
    const where = entry.path === '' ? 'at its root' : `at ${entry.path}`
    return refuseLocked(skill, 'source-unreachable', `its source holds no skill ${where} any more`)
  }
  const { kind, location, ref, path } = entry
  const source = { kind, location, ref, path }
  const prepared = await prepareSkill(place, found, { tree, source, rules: life.rules, dryRun })
  if ('outcome' in prepared) return { ...prepared, name }
  if (prepared.name === name) return prepared
  const message = `its source calls it ${prepared.name} now; remove it and add that one`
  return refuseLocked(skill, 'format-invalid', message)
}

export function refuseLocked(
  { name, folder, tree, entry }: LockedSkill,
  code: LifeItem['code'],
  message: string,
): LifeItem {
  const { revision } = entry
  return lifeItem({ name, folder, tree, revision, outcome: 'refused', code, message })
}
