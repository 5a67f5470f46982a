import type { Agent } from '@onesoul/agents'
import type { Severity } from '@onesoul/core'
import {
  fixHome,
  type Home,
  type LintAgent,
  type LintFix,
  type LintReport,
  type LintTarget,
  lintHome,
  type PlaceNames,
} from '@onesoul/sources'
import { createAgents, findAgent } from '../agents/registry.ts'
import { formatLint } from '../format/format-lint.ts'
import { openPlace } from '../prepare/open-place.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { knownValue } from '../terminal/known-value.ts'

export interface LintFlags {
  readonly platform?: string
  readonly bot?: string
  readonly agent?: string
  readonly all?: boolean
  readonly threshold?: string
  readonly fix?: boolean
}

const SEVERITIES = ['info', 'warning', 'error'] as const

/** A fix can uncover another one: a file that gets its right name is read for the first time. */
const MAX_ROUNDS = 3

/**
 * `onesoul lint`: what is wrong with the slot files of every prompt; exit 3 when
 * a finding is at or above the threshold. With `--fix` it mends first.
 */
export async function lintCommand(invocation: Invocation, flags: LintFlags): Promise<number> {
  const threshold = knownValue('--threshold', flags.threshold ?? 'warning', SEVERITIES)
  const target = parseTarget(flags)
  const home = await openPlace(invocation)
  const agent = flags.agent === undefined ? null : await findAgent(flags.agent)
  const agents = agent === null ? await createAgents() : []
  const agentFor = (place: PlaceNames): Agent | null => agent ?? agentOf(agents, home, place)
  const look = (): Promise<LintReport> =>
    lintHome(home, { target, agentFor: (place) => measureFor(agentFor(place)) })
  const fixes: LintFix[] = []
  let report = await look()
  for (let round = 0; flags.fix && round < MAX_ROUNDS; round++) {
    const applied = await fixHome(home, report.findings)
    fixes.push(...applied.filter((fix) => fix.done || round === 0))
    if (!applied.some((fix) => fix.done)) break
    report = await look()
  }
  print(invocation, { report, fixes, threshold })
  return report.findings.some(({ severity }) => isAtLeast(severity, threshold))
    ? EXIT.findings
    : EXIT.done
}

function parseTarget({ platform, bot, all }: LintFlags): LintTarget {
  if (bot !== undefined && all) {
    throw new CliError(EXIT.usage, '--bot and --all cannot be used together', {
      hints: ['use --platform with --all for every bot of a platform'],
    })
  }
  return {
    ...(platform === undefined ? {} : { platform }),
    ...(bot === undefined ? {} : { bot }),
    withBots: all === true,
  }
}

/** The agent that answers as a bot: its limit is the one that binds there. */
function agentOf(
  agents: readonly Agent[],
  home: Home,
  { platform, bot }: PlaceNames,
): Agent | null {
  const own = home.config.settings.bots.find((one) => one.name === bot && one.platform === platform)
  return agents.find((one) => one.id === own?.agent) ?? null
}

function measureFor(agent: Agent | null): LintAgent | null {
  if (!agent) return null
  const { maxTokens, canReadFiles } = agent.traits
  return { agent: agent.id, maxTokens, canReadFiles }
}

interface LintOutcome {
  readonly report: LintReport
  readonly fixes: readonly LintFix[]
  readonly threshold: Severity
}

function print(invocation: Invocation, outcome: LintOutcome): void {
  const { terminal, flags } = invocation
  const { report, fixes, threshold } = outcome
  if (flags.json) {
    const count = (severity: Severity): number =>
      report.findings.filter((one) => one.severity === severity).length
    const totals = { error: count('error'), warning: count('warning'), info: count('info') }
    const { places, files, findings } = report
    const document = { schemaVersion: 1, threshold, places, files, fixes, findings, totals }
    terminal.out(`${JSON.stringify(document, null, 2)}\n`)
    return
  }
  const lowest = flags.verbose || threshold === 'info' ? 'info' : 'warning'
  const shown = report.findings.filter(({ severity }) => isAtLeast(severity, lowest))
  terminal.out(formatLint(report, { fixes, shown, style: terminal.style }))
}

function isAtLeast(severity: Severity, threshold: Severity): boolean {
  return SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(threshold)
}
