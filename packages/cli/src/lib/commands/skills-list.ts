import type { Skill, SkillStatus } from '@onesoul/core'
import { formatDiagnostics } from '../format/format-diagnostics.ts'
import { formatSkills, SKILL_STATUSES } from '../format/format-skills.ts'
import { jsonText } from '../format/show-hidden.ts'
import { skillDocuments } from '../format/skill-document.ts'
import { findSkills } from '../prepare/find-skills.ts'
import { openPlace } from '../prepare/open-place.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { knownValue } from '../terminal/known-value.ts'

export interface ListSkillsFlags {
  readonly all?: boolean
  readonly status?: string
  readonly platform?: string
}

/** `onesoul skills list`: what may be called here, and what is kept back and why. */
export async function listSkillsCommand(
  invocation: Invocation,
  flags: ListSkillsFlags,
): Promise<number> {
  const status =
    flags.status === undefined ? null : knownValue('--status', flags.status, SKILL_STATUSES)
  const home = await openPlace(invocation)
  const { skills, diagnostics } = await findSkills(home, {
    cwd: invocation.cwd,
    ...(flags.platform !== undefined && { session: { platform: flags.platform } }),
  })
  const shown = skills.filter((skill) => isShown(skill, { all: flags.all === true, status }))
  const { terminal } = invocation
  if (invocation.flags.json) {
    const document = { home: home.dir, skills: await skillDocuments(shown), diagnostics }
    terminal.out(`${jsonText({ schemaVersion: 1, ...document })}\n`)
    return EXIT.done
  }
  terminal.out(formatSkills(skills, { shown, style: terminal.style }))
  const told = diagnostics.filter(({ code }) => code.startsWith('skills.'))
  if (told.length > 0 && !invocation.flags.quiet) {
    terminal.err(formatDiagnostics(told, terminal.style))
  }
  return EXIT.done
}

interface Filter {
  readonly all: boolean
  readonly status: SkillStatus | null
}

function isShown({ status }: Skill, filter: Filter): boolean {
  if (filter.status !== null) return status === filter.status
  return filter.all || status === 'ready'
}
