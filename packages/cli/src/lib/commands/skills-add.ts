import { addSkills } from '@onesoul/skills'
import { openLife } from '../skills/open-life.ts'
import { reportItems } from '../skills/report-items.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'

export interface AddSkillsFlags {
  readonly skill?: readonly string[]
  readonly all?: boolean
  readonly force?: boolean
}

/** `onesoul skills add SOURCE…`: brings skills from elsewhere into the home. */
export async function addSkillsCommand(
  invocation: Invocation,
  sources: readonly string[],
  flags: AddSkillsFlags,
): Promise<number> {
  const { skill: skills = [], all = false, force = false } = flags
  if (sources.length === 0) {
    throw new CliError(EXIT.usage, 'there is no source to add skills from', {
      hints: ['name a folder, an archive, a repository or npm:NAME'],
    })
  }
  if (all && skills.length > 0) {
    throw new CliError(EXIT.usage, '--skill chooses some, --all takes every one; give one of them')
  }
  const { life } = await openLife(invocation)
  return reportItems(invocation, await addSkills(life, { sources, skills, all, force }))
}
