import type { SkillInput, SkillsInput } from '@onesoul/core'
import type { HomePlace } from '../home/home.ts'
import type { ComposeRequest } from './compose-request.ts'

export interface ListSkillsInput {
  readonly request: ComposeRequest
  /** Absolute. */
  readonly cwd: string
  readonly platform: string | null
}

/**
 * The skills that a model may use in a session by itself, for the list in its
 * prompt: those that are ready. Nothing unless the request asks for the list.
 */
export async function listSkills(
  home: HomePlace,
  { request, cwd, platform }: ListSkillsInput,
): Promise<SkillsInput | undefined> {
  if (request.listSkills !== true) return undefined
  const { today } = request
  // Most prompts hold no list, and a start should not wait for it.
  const [{ discoverSkills }, { readAddedNames }, { skillTrustLevel }] = await Promise.all([
    import('../skills/discover-skills.ts'),
    import('../skills/added-names.ts'),
    import('../skills/skill-trust-level.ts'),
  ])
  const { skills } = await discoverSkills(home, {
    cwd,
    session: platform === null ? {} : { platform },
    // Composing writes nothing.
    keep: false,
    ...(today !== undefined && { today }),
  })
  const added = await readAddedNames(home.dir)
  const listed = skills
    .filter(({ status, facts }) => status === 'ready' && facts.byModel)
    .map((skill): SkillInput => {
      const { name, facts, path, sha256 } = skill
      return {
        name,
        description: facts.description,
        trust: skillTrustLevel(skill, added),
        line: facts.lines['description'] ?? 1,
        source: { root: 'skills', kind: 'skill', name: 'SKILL.md', path, sha256 },
      }
    })
  return { skills: listed, tokens: home.config.settings.skills.tokens }
}
