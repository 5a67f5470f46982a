import { readSyncStatus, type SyncReport, skillTargets, syncSkills } from '@onesoul/skills'
import type { Home } from '@onesoul/sources'
import { openState } from '../prepare/open-state.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { askTakeover } from './ask-takeover.ts'
import { wantedAgents } from './wanted-agents.ts'
import { wantedProfile, wantedSkills } from './wanted-skills.ts'

export interface SyncSkillsFlags {
  readonly agent?: readonly string[]
  readonly profile?: string
  readonly dryRun?: boolean
  readonly adopt?: boolean
  readonly yes?: boolean
}

/** Brings the skills of a home to agents, those of the names or all; with `dryRun` it only says what would be done. */
export async function runSync(
  invocation: Invocation,
  home: Home,
  { names, flags }: { readonly names: readonly string[]; readonly flags: SyncSkillsFlags },
): Promise<SyncReport> {
  const targets = skillTargets(wantedAgents(flags.agent ?? [], home), home.userHome)
  const skills = await wantedSkills(home, names, wantedProfile(flags.profile, home))
  const request = { skills, targets, whole: names.length === 0 }
  const homes = { home: home.dir, userHome: home.userHome }
  if (flags.dryRun) return readSyncStatus(homes, request, { adopt: flags.adopt ?? false })
  await openState(home)
  return syncSkills(
    homes,
    request,
    flags.adopt ? { adopt: askTakeover(invocation, flags.yes ?? false) } : {},
  )
}
