import { addSkills, restoreSkills } from '@onesoul/skills'
import { openLife } from '../skills/open-life.ts'
import { reportItems } from '../skills/report-items.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'

export interface AddSkillsFlags {
  readonly skill?: readonly string[]
  readonly all?: boolean
  readonly force?: boolean
  readonly frozen?: boolean
}

/** `onesoul skills add SOURCE…`: brings skills from elsewhere into the home. */
export async function addSkillsCommand(
  invocation: Invocation,
  sources: readonly string[],
  flags: AddSkillsFlags,
): Promise<number> {
  const { skill: skills = [], all = false, force = false, frozen = false } = flags
  if (frozen) return restore(invocation, sources, flags)
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

/** Makes the skills of the home what `skills.lock` says. */
async function restore(
  invocation: Invocation,
  sources: readonly string[],
  { skill, all, force = false }: AddSkillsFlags,
): Promise<number> {
  if (sources.length > 0 || skill !== undefined || all) {
    throw new CliError(EXIT.usage, '--frozen adds what skills.lock names; give no source beside it')
  }
  const { life } = await openLife(invocation)
  return reportItems(invocation, await restoreSkills(life, { force }))
}
