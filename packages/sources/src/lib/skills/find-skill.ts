import { normaliseSkillName, type Skill, suggest } from '@onesoul/core'
import type { SkillCatalogue } from './skills-request.ts'

export type FoundSkillByName =
  | { readonly outcome: 'found'; readonly skill: Skill }
  | {
      readonly outcome: 'unknown' | 'ambiguous'
      /** One sentence. */
      readonly message: string
      readonly hints: readonly string[]
    }

/**
 * The skill that a person names: `NAME`, or `NAME@PATH` for one of several, with
 * the path of its SKILL.md or folder as it is listed, or the end of it. The bare
 * name is the one that is ready, else the only one there is.
 */
export function findSkill(
  { skills }: Pick<SkillCatalogue, 'skills'>,
  wanted: string,
): FoundSkillByName {
  const at = wanted.indexOf('@')
  const name = normaliseSkillName(at < 0 ? wanted : wanted.slice(0, at))
  const place = at < 0 ? null : wanted.slice(at + 1)
  const named = skills.filter((skill) => skill.name === name)
  if (named.length === 0) return unknown(name, skills)
  const fitting = place === null ? named : named.filter((skill) => standsAt(skill, place))
  const [only] = fitting
  if (only === undefined) {
    const paths = named.map(({ path }) => `${name}@${path}`)
    return { outcome: 'unknown', message: `no skill ${name} stands at ${place}`, hints: paths }
  }
  const ready = fitting.find(({ status }) => status === 'ready')
  if (fitting.length === 1 || ready) return { outcome: 'found', skill: ready ?? only }
  const paths = fitting.map(({ path }) => path)
  return {
    outcome: 'ambiguous',
    message: `the name ${name} stands for several skills: ${paths.join(', ')}`,
    hints: paths.map((path) => `${name}@${path}`),
  }
}

function standsAt({ path, folder }: Skill, place: string): boolean {
  const wanted = place.replace(/\/+$/, '')
  const file = path.slice(path.lastIndexOf('/'))
  const known = [path, path.slice(0, -file.length), folder, folder + file]
  return known.some((one) => one === wanted || one.endsWith(`/${wanted}`))
}

function unknown(name: string, skills: readonly Skill[]): FoundSkillByName {
  const meant = suggest(name, [...new Set(skills.map((skill) => skill.name))])
  const hint = meant ? `did you mean ${meant}?` : '`onesoul skills list --all` lists them'
  return { outcome: 'unknown', message: `there is no skill ${JSON.stringify(name)}`, hints: [hint] }
}
