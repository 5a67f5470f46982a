import { findSkill } from '@onesoul/sources'
import { skillDocument } from '../format/skill-document.ts'
import { findSkills } from '../prepare/find-skills.ts'
import { openPlace } from '../prepare/open-place.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { printJson } from '../terminal/print-json.ts'

export interface ShowSkillFlags {
  readonly body?: boolean
  readonly platform?: string
}

/** `onesoul skills show NAME`: everything about one skill. */
export async function showSkillCommand(
  invocation: Invocation,
  wanted: string,
  flags: ShowSkillFlags,
): Promise<number> {
  const home = await openPlace(invocation)
  const catalogue = await findSkills(home, {
    cwd: invocation.cwd,
    ...(flags.platform !== undefined && { session: { platform: flags.platform } }),
  })
  const found = findSkill(catalogue, wanted)
  if (found.outcome !== 'found') {
    throw new CliError(EXIT.usage, found.message, { hints: found.hints })
  }
  printJson(invocation, { skill: skillDocument(found.skill) })
  return EXIT.done
}
