import { join } from 'node:path'
import type { Agent, ExpectedSkills, SkillOffer } from '@onesoul/agents'
import { type Skill, withoutFrontmatter } from '@onesoul/core'
import { readFileSafely } from '@onesoul/disk'

interface Given {
  readonly agent: Agent
  readonly skills: readonly Skill[]
  readonly offer: SkillOffer
}

/** What a receipt looks for: the skills that the agent was given, and the text of the one that is called. */
export function expectSkills(
  { agent, skills, offer }: Given,
  called?: NonNullable<ExpectedSkills['called']>,
): ExpectedSkills | null {
  const prefix = agent.traits.skills?.prefix ?? ''
  const ready = new Map(
    skills.flatMap(({ name, status, facts }) =>
      status === 'ready' ? [[name, facts] as const] : [],
    ),
  )
  const listed = offer.shares.flatMap(({ name, shown }) =>
    shown === 'left-out'
      ? []
      : [{ calledAs: prefix + name, description: ready.get(name)?.description ?? '' }],
  )
  return listed.length === 0 && called === undefined
    ? null
    : { listed, ...(called === undefined ? {} : { called }) }
}

/** The text of a skill without its frontmatter. */
export async function readBody({ folder, path }: Skill): Promise<string> {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const found = await readFileSafely(join(folder, name), { roots: [folder] })
  if (found.outcome !== 'content') return ''
  return withoutFrontmatter(new TextDecoder('utf-8').decode(found.bytes))
}
