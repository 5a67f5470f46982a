import { checkGates } from '@onesoul/core'
import { findSkill, gateSession, inspectSkill, readSkill } from '@onesoul/sources'
import { formatSkill, type ShownSkill } from '../format/format-skill.ts'
import { describeFile } from '../format/scan-document.ts'
import { jsonText } from '../format/show-hidden.ts'
import { skillDocuments } from '../format/skill-document.ts'
import { findSkills } from '../prepare/find-skills.ts'
import { openPlace } from '../prepare/open-place.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'

export interface ShowSkillFlags {
  readonly body?: boolean
  readonly platform?: string
}

/** `onesoul skills show NAME[@PATH]`: everything about one skill, or the text that a model reads of it. */
export async function showSkillCommand(
  invocation: Invocation,
  wanted: string,
  flags: ShowSkillFlags,
): Promise<number> {
  const home = await openPlace(invocation)
  const session = flags.platform === undefined ? {} : { platform: flags.platform }
  const catalogue = await findSkills(home, { cwd: invocation.cwd, session })
  const found = findSkill(catalogue, wanted)
  if (found.outcome !== 'found') {
    throw new CliError(EXIT.usage, found.message, { hints: found.hints })
  }
  const { skill } = found
  const { terminal } = invocation
  if (flags.body) {
    const name = `${skill.name}@${skill.path}`
    const read = await readSkill(home, { catalogue, name, by: 'person' })
    if (read.outcome === 'refused') throw new CliError(EXIT.refused, read.reason)
    const document = { schemaVersion: 1, name: skill.name, path: skill.path, text: read.text }
    terminal.out(invocation.flags.json ? `${jsonText(document)}\n` : read.text)
    return EXIT.done
  }
  const shown: ShownSkill = {
    skill,
    others: catalogue.skills.filter((one) => one !== skill && one.name === skill.name),
    gates: checkGates(skill.facts.gates, gateSession(home, session)),
    diagnostics: catalogue.diagnostics.filter(({ source }) => source?.path === skill.path),
    inspected: await inspectSkill(home, skill),
  }
  if (invocation.flags.json) terminal.out(`${jsonText(await documentOf(shown))}\n`)
  else {
    const view = { style: terminal.style, verbose: invocation.flags.verbose === true }
    terminal.out(formatSkill(shown, view))
  }
  return EXIT.done
}

async function documentOf(shown: ShownSkill): Promise<object> {
  const { skill, others, gates, diagnostics, inspected } = shown
  const [document] = await skillDocuments([skill])
  return {
    schemaVersion: 1,
    skill: document,
    gates,
    diagnostics,
    others: others.map(({ path, status, reason }) => ({ path, status, reason })),
    scanned: inspected.scanned.map(describeFile),
    unseen: inspected.unseen,
  }
}
