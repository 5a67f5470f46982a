import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { suggest } from '@onesoul/core'
import { SkillsError } from '../skills-error.ts'
import { findSkills, type SourceSkill } from '../source/find-skills.ts'
import { describeSource, parseSource, type SkillSource } from '../source/skill-source.ts'
import type { SourceTree } from '../source/source-tree.ts'
import { describeTwin, findTwin } from '../sync/find-twin.ts'
import { changeSkill } from './change-skill.ts'
import { itemOfError, type LifeItem, lifeItem } from './life-item.ts'
import type { LifePlace, SkillsLife } from './life-place.ts'
import { withSource } from './open-source.ts'
import { noChoice, type PreparedSkill, prepareSkill } from './prepare-skill.ts'
import { withLife } from './with-life.ts'

export interface AddRequest {
  /** As they were typed. */
  readonly sources: readonly string[]
  /** Names of the skills to take of a source with several. Default: none, and one that stands alone is taken. */
  readonly skills?: readonly string[]
  /** Take every skill of each source. Default: false. */
  readonly all?: boolean
  /** Take the place of a skill of that name, which is kept among the backups. Default: false. */
  readonly force?: boolean
}

/**
 * Adds skills to the home: fetched, bounded, validated, scanned, staged and swapped in
 * one by one, each with its line in `skills.lock`. What is not added has its reason.
 *
 * @throws SkillsError `source-invalid`, `source-unreachable`, `archive-refused`,
 * `lock-invalid`, `lock-differs`, `state-unusable`
 */
export async function addSkills(
  life: SkillsLife,
  request: AddRequest,
): Promise<readonly LifeItem[]> {
  const sources: SkillSource[] = []
  for (const typed of request.sources) sources.push(await parseSource(typed, life))
  return withLife(life, async (place) => {
    const items: LifeItem[] = []
    const adding = { life, request, names: new Set<string>() }
    for (const source of sources) {
      try {
        items.push(...(await addSource(place, source, adding)))
      } catch (error) {
        // What became of the others must be told as well.
        if (sources.length === 1) throw error
        items.push(itemOfError({ name: describeSource(source), folder: place.skills }, error))
      }
    }
    return items
  })
}

interface Adding {
  readonly life: SkillsLife
  readonly request: AddRequest
  /** Those that were added by it so far. */
  readonly names: Set<string>
}

function addSource(
  place: LifePlace,
  source: SkillSource,
  adding: Adding,
): Promise<readonly LifeItem[]> {
  const { life, request } = adding
  return withSource(place, { source, env: life.env }, async (tree) => {
    const chosen = choose(findSkills(tree, source.path), source, request)
    const items: LifeItem[] = []
    for (const skill of chosen) {
      items.push(await addSkill(place, skill, { tree, source, adding }))
    }
    return items
  })
}

interface FoundIn {
  readonly tree: SourceTree
  readonly source: SkillSource
  readonly adding: Adding
}

async function addSkill(
  place: LifePlace,
  skill: SourceSkill,
  { tree, source, adding }: FoundIn,
): Promise<LifeItem> {
  const called = nameIn(skill, source)
  try {
    const prepared = await prepareSkill(place, skill, { tree, source, rules: adding.life.rules })
    return 'outcome' in prepared ? prepared : await install(place, prepared, adding)
  } catch (error) {
    return itemOfError({ name: called, folder: join(place.skills, called) }, error)
  }
}

/** Skills of a source are chosen by the names of their folders. */
function choose(
  found: readonly SourceSkill[],
  source: SkillSource,
  { skills: wanted = [], all = false }: AddRequest,
): readonly SourceSkill[] {
  const names = found.map((skill) => nameIn(skill, source))
  if (found.length === 0) throw noChoice(source, [])
  for (const name of wanted) {
    if (names.includes(name)) continue
    const meant = suggest(name, names)
    throw new SkillsError('source-invalid', `there is no skill ${JSON.stringify(name)} in it`, {
      hints: [meant ? `did you mean ${meant}?` : `it holds ${names.join(', ')}`],
    })
  }
  if (wanted.length > 0) return found.filter((skill) => wanted.includes(nameIn(skill, source)))
  if (all || found.length === 1) return found
  throw noChoice(source, [...names].sort())
}

function nameIn({ path }: SourceSkill, { location }: SkillSource): string {
  return basename(path === '' ? location : path)
}

async function install(
  place: LifePlace,
  { name, entry, files, item }: PreparedSkill,
  { request: { force = false }, names }: Adding,
): Promise<LifeItem> {
  const folder = join(place.skills, name)
  const refuse = (message: string): LifeItem =>
    lifeItem({ name, outcome: 'refused', code: 'already-there', message, folder, ...item })
  const there = await findTwin(place.skills, name)
  if (there !== null && there !== name) return refuse(describeTwin(there, name))
  if (names.has(name)) return refuse('another skill of that name was added just now')
  if (there !== null && !force) {
    return refuse('a skill of that name is in the home; --force takes its place and keeps it')
  }
  const backup = await changeSkill(place, { name, next: { entry, files }, keepOld: true })
  names.add(name)
  // A person who accepted what was found has no more use for the copy.
  await rm(join(place.quarantine, name), { recursive: true, force: true })
  return lifeItem({
    ...{ name, folder, backup, ...item },
    outcome: there === null ? 'added' : 'replaced',
  })
}
