import type { Agent, Detection } from '@onesoul/agents'
import type { Diagnostic } from '@onesoul/core'
import { type Home, inspectHome, SourcesError } from '@onesoul/sources'
import { createAgents } from '../agents/registry.ts'
import { formatDiagnostics } from '../format/format-diagnostics.ts'
import { formatTable } from '../format/format-table.ts'
import { detectAgent } from '../prepare/detect-agent.ts'
import { inspectProjections } from '../prepare/inspect-projections.ts'
import { inspectState } from '../prepare/inspect-state.ts'
import { findPlace, homeDirOf } from '../prepare/open-place.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'

/**
 * `onesoul doctor`: agents and versions, what is proven, what is wrong with the
 * home, also that there is none; exit 3 with findings.
 */
export async function doctorCommand(invocation: Invocation): Promise<number> {
  const { terminal, flags } = invocation
  // Trouble with the state is one of the findings, and need not be said twice.
  const place = await findPlace({ ...invocation, flags: { ...flags, quiet: true } })
  const home = place instanceof SourcesError ? null : place
  const agents = await createAgents()
  const detections = await Promise.all(agents.map((agent) => detectAgent(agent, home, invocation)))
  const findings = place instanceof SourcesError ? [missing(place)] : await inspect(place)
  const dir = home?.dir ?? homeDirOf(invocation)
  if (flags.json) {
    terminal.out(`${JSON.stringify(documentOf(dir, detections, findings), null, 2)}\n`)
  } else {
    const rows = agents.map((agent, index) => rowOf(agent, detections[index]))
    const slots = home ? `slots    ${home.configsDir}\n` : ''
    terminal.out(`home     ${dir}${home?.exists ? '' : ' (none)'}\n${slots}\n`)
    terminal.out(`${formatTable(rows)}\n`)
    if (!detections.some((one, index) => one.found && !agents[index]?.traits.simulated)) {
      terminal.out(
        '\nno agent is installed: put claude, codex or opencode in PATH, or set agents.<id>.command\n',
      )
    }
    const shown = findings.filter(
      (one) => one.severity !== 'info' || one.code === 'compat.on' || flags.verbose,
    )
    terminal.out(
      shown.length > 0 ? `\n${formatDiagnostics(shown, terminal.style)}` : '\nnothing is wrong\n',
    )
  }
  return findings.some((one) => one.severity !== 'info') ? EXIT.findings : EXIT.done
}

async function inspect(home: Home): Promise<readonly Diagnostic[]> {
  return [
    ...(await inspectHome(home)),
    ...(await inspectState(home)),
    ...(await inspectProjections(home)),
  ]
}

function missing({ message, hints }: SourcesError): Diagnostic {
  const [fix] = hints
  return { code: 'home.missing', severity: 'error', message, ...(fix && { fix }) }
}

function rowOf(agent: Agent, detection: Detection | undefined): readonly string[] {
  if (!detection?.found) return [agent.id, '–', detection?.reason ?? 'not looked for']
  const proven = detection.proven
    ? 'proven on this version'
    : `proven on ${agent.traits.provenVersions.join(', ')}; this one is not`
  const subagents = {
    none: 'sub-agents get nothing',
    directives: 'sub-agents get directives',
    everything: 'sub-agents inherit USER and MEMORY',
  }
  return [
    agent.id,
    detection.version,
    agent.traits.channel,
    proven,
    subagents[agent.traits.subagents],
  ]
}

function documentOf(
  home: string,
  detections: readonly Detection[],
  findings: readonly Diagnostic[],
): unknown {
  return { schemaVersion: 1, home, agents: detections, findings }
}
