import {
  needsAttention,
  removeProjections,
  type SkillProfile,
  type SyncReport,
  skillTargets,
} from '@onesoul/skills'
import type { Home } from '@onesoul/sources'
import { formatSync } from '../format/format-sync.ts'
import { openPlace } from '../prepare/open-place.ts'
import { requireKnownState } from '../prepare/open-state.ts'
import { runSync, type SyncSkillsFlags } from '../skills-sync/run-sync.ts'
import { typedAgents } from '../skills-sync/wanted-agents.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { knownValue } from '../terminal/known-value.ts'
import { printJson } from '../terminal/print-json.ts'

/**
 * `onesoul skills sync`, and with `dryRun` also `skills status`: brings skills to
 * agents. Ends with 3 when something else stands there, was edited, or failed.
 */
export async function syncSkillsCommand(
  invocation: Invocation,
  names: readonly string[],
  flags: SyncSkillsFlags,
): Promise<number> {
  if (flags.yes && !flags.adopt) {
    throw new CliError(EXIT.usage, '--yes answers what --adopt asks, and stands alone here')
  }
  const home = await openPlace(invocation)
  const report = await runSync(invocation, home, { names, flags })
  return finish(invocation, report, { home, isDone: !flags.dryRun })
}

export interface UnsyncSkillsFlags {
  readonly agent?: readonly string[]
  readonly profile?: string
  readonly all?: boolean
  readonly dryRun?: boolean
}

/** `onesoul skills unsync`: takes skills out of the folders of agents, as far as they are proved to be ours. */
export async function unsyncSkillsCommand(
  invocation: Invocation,
  names: readonly string[],
  flags: UnsyncSkillsFlags,
): Promise<number> {
  const isNarrowed = names.length > 0 || flags.agent !== undefined || flags.profile !== undefined
  if (isNarrowed === (flags.all ?? false)) {
    throw new CliError(EXIT.usage, 'name what to take out, or everything with --all', {
      hints: ['a skill by its name, --agent A or --profile P'],
    })
  }
  const profiles: readonly SkillProfile[] = ['runtime', 'operator', 'own']
  const agents = flags.agent === undefined ? null : typedAgents(flags.agent)
  if (!flags.dryRun) await requireKnownState(invocation)
  const home = await openPlace(invocation)
  const homes = { home: home.dir, userHome: home.userHome }
  const report = await removeProjections(
    homes,
    {
      ...(names.length > 0 ? { names, targets: skillTargets(agents ?? EVERY, home.userHome) } : {}),
      ...(agents === null ? {} : { agents }),
      ...(flags.profile === undefined
        ? {}
        : { profiles: [knownValue('--profile', flags.profile, profiles)] }),
    },
    { dryRun: flags.dryRun ?? false },
  )
  return finish(invocation, report, { home, isDone: !flags.dryRun })
}

/** One agent for each folder there is. */
const EVERY = ['claude-code', 'codex']

function finish(
  invocation: Invocation,
  report: SyncReport,
  { home, isDone }: { readonly home: Home; readonly isDone: boolean },
): number {
  const { terminal, flags } = invocation
  if (flags.json) printJson(invocation, { home: home.dir, dryRun: !isDone, ...report })
  else {
    const view = { isDone, userHome: home.userHome, style: terminal.style }
    terminal.out(formatSync(report, view))
  }
  return needsAttention(report, isDone) ? EXIT.findings : EXIT.done
}
