import {
  buildRunReceipt,
  type DeliveryPlan,
  formatReceipt,
  type Recorder,
  type RunReceipt,
  startRecorder,
} from '@onesoul/agents'
import type { SectionRecord } from '@onesoul/core'
import { displayWidth, padEnd } from '../format/columns.ts'
import { visibleLines } from '../format/visible.ts'
import { offerHome } from '../prepare/offer-home.ts'
import { executeRun, exitCodeOf, planOrRefuse, summarise } from '../run/execute-run.ts'
import { lacksPrompt, type PreparedRun, prepareRun, type RunRequest } from '../run/prepare-run.ts'
import type { RunFlags } from '../run/run-flags.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'

export interface TraceFlags extends RunFlags {
  readonly offline?: boolean
  readonly keepVendorText?: boolean
}

export interface TraceRequest extends RunRequest {
  readonly flags: TraceFlags
}

/**
 * `onesoul trace AGENT [PROMPT]`: runs the agent through a recorder and prints
 * the receipt on standard output; the agent's own output goes to standard error.
 * Ends with the agent's status, or 3 when a section was not delivered as it should be.
 */
export async function traceCommand(invocation: Invocation, request: TraceRequest): Promise<number> {
  if (lacksPrompt(request) && !invocation.terminal.interactive) {
    throw new CliError(EXIT.usage, 'without a terminal a PROMPT is needed', {
      hints: [`onesoul trace ${request.agent} "hi" --offline`],
    })
  }
  await offerHome(invocation)
  const run = await prepareRun(invocation, request)
  const recorder = await startRecorder(recorderFor(run, request, invocation))
  try {
    const plan = planOrRefuse(run, { url: recorder.url, offline: request.flags.offline ?? false })
    const stdout = plan.interactive ? undefined : invocation.terminal.err
    const status = await executeRun(invocation, run, { plan, ...(stdout ? { stdout } : {}) })
    const receipt = judge(run, recorder, { plan, flags: request.flags })
    await run.store.addReceipt(run.session.record.id, `${JSON.stringify(receipt)}\n`)
    print(invocation, receipt, run)
    const { verdict } = receipt
    summarise(invocation, run, { interactive: plan.interactive, status, verdict })
    const code = exitCodeOf(status)
    return code === 0 && receipt.verdict !== 'proven' ? EXIT.findings : code
  } finally {
    await recorder.close()
  }
}

function recorderFor(
  run: PreparedRun,
  request: TraceRequest,
  invocation: Invocation,
): Parameters<typeof startRecorder>[0] {
  if (request.flags.offline) return { offline: true }
  const { endpoint } = run.inspection
  if (endpoint.recordable) return { upstream: endpoint.baseUrl, env: invocation.env }
  throw new CliError(EXIT.refused, `this cannot be recorded: ${endpoint.reason}`, {
    hints: ['nothing was started; --offline shows the same request with a scripted model'],
  })
}

function judge(
  run: PreparedRun,
  recorder: Recorder,
  { plan, flags }: { readonly plan: DeliveryPlan; readonly flags: TraceFlags },
): RunReceipt {
  const { agent, detection, session } = run
  const { endpoint } = run.inspection
  const answersItself = flags.offline || agent.traits.simulated
  return buildRunReceipt({
    requests: recorder.requests(),
    counts: recorder.counts(),
    classify: agent.classify,
    agent: { id: agent.id, version: detection.version },
    traits: agent.traits,
    manifest: session.parsed,
    text: session.text,
    delivered: plan.delivered,
    updates: session.updates,
    natives: session.native,
    userSources: plan.userSources,
    keepVendorText: flags.keepVendorText ?? false,
    ...(run.skills.expected && { skills: run.skills.expected }),
    ...(endpoint.recordable && !answersItself && { upstream: endpoint }),
  })
}

function print(invocation: Invocation, receipt: RunReceipt, run: PreparedRun): void {
  const { terminal, flags } = invocation
  if (flags.json) terminal.out(`${JSON.stringify(receipt, null, 2)}\n`)
  else terminal.out(`${visibleLines(formatReceipt(receipt))}${notSent(run)}`)
}

/** Sections that were left out on purpose or for want of room, so that none of them just disappears. */
function notSent(run: PreparedRun): string {
  const left = run.session.parsed.sections.filter(isLeftOut)
  if (left.length === 0) return ''
  const width = Math.max(...left.map((section) => displayWidth(section.id)))
  const lines = left.map(
    (section) => `  ${padEnd(section.id, width)}   ${section.status}: ${section.reason ?? ''}\n`,
  )
  return `\n  not sent\n${lines.join('')}`
}

/** A slot without a file is no loss; a file that counts as missing is. */
function isLeftOut({ status, sources }: SectionRecord): boolean {
  return LEFT_OUT.has(status) || (status === 'missing' && sources.length > 0)
}

const LEFT_OUT: ReadonlySet<string> = new Set([
  'cleared',
  'excluded',
  'shadowed',
  'dropped',
  'blocked',
])
