import type { Diagnostic, Skill, SkillInput, SkillsInput } from '@onesoul/core'
import type { HomePlace } from '../home/home.ts'
import type { ComposeRequest } from './compose-request.ts'

export interface ListSkillsInput {
  readonly request: ComposeRequest
  /** Absolute. */
  readonly cwd: string
  readonly platform: string | null
}

export interface ListedSkills {
  /** Absent: nothing is told of skills. */
  readonly skills?: SkillsInput
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * What a prompt says of skills: the list of those that are ready and that a model may
 * use by itself, when the request asks for it, and those of `skills.always` in full.
 */
export async function listSkills(home: HomePlace, asked: ListSkillsInput): Promise<ListedSkills> {
  const { always: configured, tokens } = home.config.settings.skills
  const { request, cwd, platform } = asked
  const always = [...configured, ...(request.alwaysSkills ?? [])]
  if (request.listSkills !== true && always.length === 0) return { diagnostics: [] }
  const { today, builtinSkills: builtin } = request
  // Most prompts hold no list, and a start should not wait for it.
  const [{ discoverSkills }, { readAddedNames }, { skillTrustLevel }, { readWhole }] =
    await Promise.all([
      import('../skills/discover-skills.ts'),
      import('../skills/added-names.ts'),
      import('../skills/skill-trust-level.ts'),
      import('../skills/read-whole.ts'),
    ])
  const { skills } = await discoverSkills(home, {
    cwd,
    session: platform === null ? {} : { platform },
    // Composing writes nothing.
    keep: false,
    ...(today !== undefined && { today }),
    // Ours are told of when the person wants them there, and else when they are called.
    ...(builtin !== undefined && always.length > 0 && { builtin }),
  })
  const added = await readAddedNames(home.dir)
  const ready = skills.filter(({ status }) => status === 'ready')
  const isAlways = ({ name }: Skill): boolean => always.includes(name)
  const isListed = ({ origin, facts }: Skill): boolean =>
    request.listSkills === true && facts.byModel && origin !== 'builtin'
  const told = ready.filter((skill) => isAlways(skill) || isListed(skill))
  const listed = await Promise.all(
    told.map(async (skill): Promise<SkillInput> => {
      const { name, facts, path, sha256 } = skill
      const whole = isAlways(skill) ? await readWhole(skill) : null
      return {
        name,
        description: facts.description,
        trust: skillTrustLevel(skill, added),
        line: facts.lines['description'] ?? 1,
        source: { root: 'skills', kind: 'skill', name: 'SKILL.md', path, sha256 },
        ...(whole && { whole }),
      }
    }),
  )
  const diagnostics = configured.flatMap((name) => missing(name, skills))
  return listed.length === 0 && request.listSkills !== true
    ? { diagnostics }
    : { skills: { skills: listed, tokens }, diagnostics }
}

/** Why a skill that the person wants in every prompt is not there. */
function missing(name: string, skills: readonly Skill[]): readonly Diagnostic[] {
  const found = skills.filter((skill) => skill.name === name)
  if (found.some(({ status }) => status === 'ready')) return []
  const [first] = found
  const why = first ? `${first.path} cannot be used: ${first.reason}` : 'no skill has this name'
  return [
    {
      code: 'skills.always',
      severity: 'warning',
      message: `${name} of skills.always is not in the prompt: ${why}`,
      fix: 'onesoul skills list says what is there',
    },
  ]
}
