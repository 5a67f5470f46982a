import { suggest } from '../text/suggest.ts'
import type { Skill } from './skill.ts'

/** A skill that an agent was given or finds by itself, and what it calls it. */
export interface OfferedSkill {
  /** `Skill.folder`. */
  readonly folder: string
  readonly calledAs: string
}

export interface SkillRequest {
  /** As it was written: a name, `plugin:name`, or `name@path` with the path of one of several. */
  readonly name: string
  /** All skills that were found, ready or not. */
  readonly skills: readonly Skill[]
  readonly offered: readonly OfferedSkill[]
  /** The names in the agent's own catalogue of this session; `null`: it has none or was not asked. */
  readonly catalogue: readonly string[] | null
  /** Default: a person. */
  readonly by?: 'person' | 'model'
}

export type SkillRefusalCode =
  | 'unknown'
  | 'ambiguous'
  | 'not-ready'
  | 'not-invocable'
  | 'unavailable'
  | 'discoverable'

export type SkillDecision =
  | { readonly allowed: true; readonly skill: Skill; readonly calledAs: string }
  | {
      readonly allowed: false
      readonly code: SkillRefusalCode
      /** One sentence for people. */
      readonly reason: string
      /** What to write instead, best first. */
      readonly hints: readonly string[]
    }

/** What is known of a skill in a session, in one word. */
export type SkillState = 'callable' | 'unavailable' | 'discoverable'

/**
 * Decides whether a skill may be called: only when it is ready and the agent's
 * own catalogue of this session names it. Every route asks here. Pure.
 */
export function decideSkill(request: SkillRequest): SkillDecision {
  const found = findSkill(request)
  if ('allowed' in found) return found
  const { skill, by = 'person' } = { ...request, skill: found }
  if (skill.status !== 'ready') {
    return refuse(
      'not-ready',
      `skill ${skill.name} (${skill.path}) is ${skill.status}: ${skill.reason}`,
    )
  }
  if (by === 'person' ? !skill.facts.byPerson : !skill.facts.byModel) {
    const key = by === 'person' ? 'user-invocable: false' : 'disable-model-invocation: true'
    return refuse(
      'not-invocable',
      `skill ${skill.name} cannot be called this way: ${skill.path} says \`${key}\``,
    )
  }
  const calledAs = request.offered.find(({ folder }) => folder === skill.folder)?.calledAs
  const state = skillState(calledAs, request.catalogue)
  if (state === 'callable' && calledAs !== undefined) return { allowed: true, skill, calledAs }
  return state === 'discoverable'
    ? refuse(
        'discoverable',
        `skill ${skill.name} was found, but nothing proves that the agent can call it`,
      )
    : refuse(
        'unavailable',
        `skill ${skill.name} is ready, but the agent does not have it in this session`,
      )
}

/** The word of a skill that the agent calls so; `undefined`: it was not offered to it. */
export function skillState(
  calledAs: string | undefined,
  catalogue: readonly string[] | null,
): SkillState {
  if (catalogue === null) return 'discoverable'
  return calledAs !== undefined && catalogue.includes(calledAs) ? 'callable' : 'unavailable'
}

type Refusal = Extract<SkillDecision, { readonly allowed: false }>

function findSkill({ name, skills, offered }: SkillRequest): Skill | Refusal {
  const [bare = '', path] = splitPath(name)
  const folders = offered.filter(({ calledAs }) => calledAs === bare).map(({ folder }) => folder)
  const named = skills.filter((skill) => skill.name === bare || folders.includes(skill.folder))
  const meant = path === undefined ? named : named.filter((skill) => isAt(skill, path))
  const ready = meant.filter(({ status }) => status === 'ready')
  const [first] = ready.length > 0 ? ready : meant
  if (first === undefined) return unknown(bare, path, skills)
  const equals = meant.filter(({ status }) => status === 'ambiguous')
  if (ready.length === 0 && equals.length > 1) {
    const paths = equals.map((skill) => skill.path)
    return refuse('ambiguous', `${bare} names several skills: ${paths.join(' and ')}`, [
      ...paths.map((one) => `${bare}@${one}`),
    ])
  }
  return first
}

function splitPath(name: string): readonly [string, string?] {
  const at = name.indexOf('@')
  return at < 0 ? [name] : [name.slice(0, at), name.slice(at + 1)]
}

function isAt({ path, folder }: Skill, wanted: string): boolean {
  return [path, folder, path.replace(/\/[^/]*$/u, '')].includes(wanted)
}

function unknown(name: string, path: string | undefined, skills: readonly Skill[]): Refusal {
  const meant = suggest(
    name,
    skills.map((skill) => skill.name),
  )
  const where = path === undefined ? '' : ` at ${path}`
  return refuse(
    'unknown',
    `there is no skill ${name}${where}`,
    meant === undefined ? [] : [`did you mean ${meant}?`],
  )
}

function refuse(code: SkillRefusalCode, reason: string, hints: readonly string[] = []): Refusal {
  return { allowed: false, code, reason, hints }
}
