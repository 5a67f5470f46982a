import { needsAttention, type SyncReport } from '@onesoul/skills'
import { formatSync } from '../format/format-sync.ts'
import { openPlace } from '../prepare/open-place.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { runSync } from './run-sync.ts'
import { typedAgents } from './wanted-agents.ts'
import { typedProfile } from './wanted-skills.ts'

/** The flags of `init` for skills. */
export interface InitSkillsFlags {
  readonly syncSkills?: boolean
  readonly skillsProfile?: string
  readonly agent?: readonly string[]
}

/** Refuses what is mistyped before a home is written. */
export function checkSyncFlags({ syncSkills, skillsProfile, agent }: InitSkillsFlags): void {
  if (!syncSkills && (skillsProfile !== undefined || agent !== undefined)) {
    const flag = agent === undefined ? '--skills-profile' : '--agent'
    throw new CliError(EXIT.usage, `${flag} is for bringing skills to agents: add --sync-skills`)
  }
  if (skillsProfile !== undefined) typedProfile(skillsProfile)
  typedAgents(agent ?? [])
}

/** What `init` says and returns of skills. */
export interface InitSync {
  /** For the JSON document of `init`. */
  readonly document: { readonly skills?: SyncReport }
  readonly text: string
  readonly exit: number
}

/** Brings skills to agents after `init` wrote the home, when that was asked for. */
export async function syncAfterInit(
  invocation: Invocation,
  { syncSkills, skillsProfile, agent }: InitSkillsFlags,
): Promise<InitSync> {
  if (!syncSkills) return { document: {}, text: '', exit: EXIT.done }
  const flags = {
    ...(agent === undefined ? {} : { agent }),
    ...(skillsProfile === undefined ? {} : { profile: skillsProfile }),
  }
  const home = await openPlace(invocation)
  const report = await runSync(invocation, home, { names: [], flags })
  const { style } = invocation.terminal
  const text = formatSync(report, { isDone: true, userHome: home.userHome, style })
  const exit = needsAttention(report, true) ? EXIT.findings : EXIT.done
  return { document: { skills: report }, text: `\n${text}`, exit }
}
