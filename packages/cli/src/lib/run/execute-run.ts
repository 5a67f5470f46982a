import { constants } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type {
  AgentServices,
  DeliveryPlan,
  ExitStatus,
  LaunchOptions,
  RunVerdict,
} from '@onesoul/agents'
import { shortName } from '../agents/registry.ts'
import { formatCount } from '../format/columns.ts'
import { tidyState } from '../prepare/open-state.ts'
import { sealSession } from '../session/seal-session.ts'
import type { SessionRecord } from '../session/session-record.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import type { PreparedRun, Recording } from './prepare-run.ts'
import { proveCall } from './run-skills.ts'

/** Plans, or refuses with exit code 4 before anything is started. */
export function planOrRefuse(run: PreparedRun, recording?: Recording): DeliveryPlan {
  const plan = run.plan(recording)
  if (!plan.refusal) return plan
  throw new CliError(EXIT.refused, plan.refusal.message, {
    hints: [`nothing was started (${plan.refusal.code})`],
  })
}

export interface Execution {
  readonly plan: DeliveryPlan
  /** Receives the agent's standard output. Default: it goes to ours, byte for byte. */
  readonly stdout?: (text: string) => void
}

/** Stores the session and holds it, runs the agent and returns how it ended. */
export async function executeRun(
  invocation: Invocation,
  run: PreparedRun,
  { plan, stdout }: Execution,
): Promise<ExitStatus> {
  await proveCall(run, plan)
  const services = run.agent.traits.ownLoop ? await servicesOf(invocation, run) : null
  const { record, origin } = run.session
  const known: SessionRecord = {
    ...(origin === 'kept' ? record : sealSession(run.session)),
    agentSessionId: plan.agentSessionId ?? record.agentSessionId,
    lastUsedAt: new Date().toISOString(),
    ...(run.offline ? { lastOffline: true } : {}),
  }
  const session = { ...run.session, record: known }
  if (origin !== 'fresh') await noteUse(invocation, run)
  const lease =
    origin === 'fresh'
      ? await run.store.begin(session)
      : await run.store.hold(session, { rebuilt: origin === 'rebuilt' })
  try {
    announce(invocation, run, plan)
    if (plan.interactive) outliveInterrupts()
    let noted: Promise<void> = Promise.resolve()
    const launched = run.agent.launch(plan, {
      ...(stdout ? captured(stdout, invocation) : { stdio: 'inherit' }),
      stdin: invocation.stdin,
      ...(services && { services }),
      onAgentSession: (agentSessionId) => {
        noted = noted
          .then(() => run.store.update({ ...known, agentSessionId }))
          .catch(() => {
            // The update at the end writes it again and says what is wrong.
          })
      },
    })
    const [status, untidy] = await Promise.all([launched, tidyMeanwhile(run, launched)])
    await noted
    await run.store.update({
      ...(run.offline || exitCodeOf(status) !== 0 ? known : withoutOffline(known)),
      agentSessionId: status.agentSessionId ?? known.agentSessionId,
      lastUsedAt: new Date().toISOString(),
    })
    if (untidy !== null) invocation.terminal.err(`onesoul: ${untidy}\n`)
    return status
  } finally {
    await lease.release()
  }
}

/** Other agents need none of it, so their start does not load it. */
async function servicesOf(invocation: Invocation, run: PreparedRun): Promise<AgentServices> {
  const { loopServices } = await import('./loop-services.ts')
  return loopServices(invocation, run)
}

/** By then the agent reads its own configuration, and has the disk for itself no longer. */
const STARTED_MS = 300

/** Clears away what killed runs left, while the agent runs. */
async function tidyMeanwhile(
  { state }: PreparedRun,
  launched: Promise<unknown>,
): Promise<string | null> {
  const ended = launched.catch(() => undefined)
  await Promise.race([ended, sleep(STARTED_MS, undefined, { ref: false })])
  return tidyState(state)
}

/** Once a real model has answered, going on needs no care. */
function withoutOffline({ offline: _, lastOffline: __, ...record }: SessionRecord): SessionRecord {
  return record
}

/** Two runs of one conversation are the person's to decide; the agent's history takes both. */
async function noteUse(invocation: Invocation, { store, session }: PreparedRun): Promise<void> {
  const { id } = session.record
  if (invocation.flags.quiet || !(await store.held()).has(id)) return
  invocation.terminal.err(`onesoul: session ${id} is in use by another run as well\n`)
}

/**
 * Whoever leaves an agent by Ctrl-C often presses it once more. From here on
 * the agent decides what it means, and after its end it means nothing: what the
 * run has to put away is put away.
 */
function outliveInterrupts(): void {
  process.on('SIGINT', () => undefined)
}

function captured(stdout: (text: string) => void, invocation: Invocation): LaunchOptions {
  const decoder = new TextDecoder()
  const errors = new TextDecoder()
  return {
    stdio: 'capture',
    onStdout: (chunk) => stdout(decoder.decode(chunk, { stream: true })),
    onStderr: (chunk) => invocation.terminal.err(errors.decode(chunk, { stream: true })),
  }
}

function announce(invocation: Invocation, run: PreparedRun, plan: DeliveryPlan): void {
  if (invocation.flags.quiet) return
  const { terminal } = invocation
  for (const source of plan.userSources) {
    terminal.err(`onesoul: your ${source.what} (${source.where}) goes first, ours after it\n`)
  }
  for (const note of [...plan.notes, ...run.skills.notes]) terminal.err(`onesoul: ${note}\n`)
  if (run.detection.proven) return
  terminal.err(
    `onesoul: not yet proven for ${run.agent.id} ${run.detection.version}: onesoul trace ${shortName(run.agent.id)} "hi" --offline\n`,
  )
}

export interface RunEnd {
  readonly interactive: boolean
  readonly status: ExitStatus
  /** What a recorder saw; without one, nothing is known but that the agent took the text. */
  readonly verdict?: RunVerdict
}

/** The line that every run ends with, on standard error: what was handed over, and how far that is proven. */
export function summarise(invocation: Invocation, run: PreparedRun, end: RunEnd): void {
  if (invocation.flags.quiet) return
  const { sections, totals } = run.session.parsed
  const delivered = sections.filter(
    (section) => section.id !== 'frame' && section.size.tokens > 0,
  ).length
  const what = `${delivered} sections, ${formatCount(totals.tokens)} tokens`
  invocation.terminal.err(`onesoul: ${outcome(run, end, what)}\n`)
  if (end.interactive && !run.offline && hasBegun(run, end)) {
    invocation.terminal.err(
      `onesoul: go on with \`onesoul run ${shortName(run.agent.id)} --resume ${run.session.record.id}\`\n`,
    )
  }
}

/** Without an id of the agent's, or when a recorder saw no turn, there is nothing to go on with. */
function hasBegun({ session }: PreparedRun, { status, verdict }: RunEnd): boolean {
  if (session.origin !== 'fresh') return true
  return status.agentSessionId !== null && verdict !== 'unproven'
}

function outcome(run: PreparedRun, end: RunEnd, what: string): string {
  if (end.verdict === 'unproven') return `handed over ${what}; no turn was seen, nothing is proven`
  if (end.verdict === 'failed') return `handed over ${what}; not all of it arrived as it should`
  const code = exitCodeOf(end.status)
  if (end.verdict === undefined && code !== 0) {
    return `handed over ${what}; ${run.agent.id} ended with ${code}`
  }
  const { provenVersions } = run.agent.traits
  const proven = run.detection.proven
    ? `proven on ${run.detection.version}`
    : `proven on ${provenVersions.at(-1) ?? 'no version'}, this is ${run.detection.version}`
  return `delivered ${what}; ${proven}`
}

/** The shell's view of how a program ended: its code, or 128 and the number of its signal. */
export function exitCodeOf(status: ExitStatus): number {
  if (status.code !== null) return status.code
  return 128 + (status.signal === null ? 0 : constants.signals[status.signal])
}
