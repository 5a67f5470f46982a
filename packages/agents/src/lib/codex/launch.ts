import { join } from 'node:path'
import { launchCaptured } from '../launch/captured.ts'
import { withDeliveryFiles } from '../launch/delivery-files.ts'
import { startDriven } from '../launch/driven.ts'
import { launchInteractive } from '../launch/interactive.ts'
import type { Program, ProgramEnd } from '../launch/spawn-program.ts'
import type { ExitStatus, LaunchOptions } from '../port/agent.ts'
import { AgentError } from '../port/agent-error.ts'
import type { DeliveryPlan } from '../port/plan.ts'
import type { CodexLaunch } from './plan.ts'
import { openRelay, type Relay } from './relay.ts'

/**
 * Runs a plan: the server, the relay, then the client that the person sees.
 * The client's standard output is passed on byte for byte; a server that failed
 * says why on standard error. Nothing is left when it resolves.
 */
export async function launchCodex(plan: DeliveryPlan, options: LaunchOptions): Promise<ExitStatus> {
  if (plan.refusal !== null) throw new AgentError('refused', plan.refusal.message)
  if (process.platform === 'win32') {
    throw new AgentError('unsupported', 'codex needs a unix socket here; run it under WSL')
  }
  const details = plan.details as unknown as CodexLaunch
  const leaseDir = join(details.deliverDir, '.leases')
  return withDeliveryFiles(plan.files, { leaseDir, bundle: plan.bundle }, async (run) => {
    const program = { ...plan, run }
    const relay = await startRelay(program, details, options)
    try {
      const end = await launchClient(program, options)
      return { ...end, agentSessionId: relay.threadId() ?? plan.agentSessionId }
    } finally {
      await relay.close()
      reportFailure(relay, options)
    }
  })
}

type Running = DeliveryPlan & Pick<Program, 'run'>

function startRelay(plan: Running, details: CodexLaunch, options: LaunchOptions): Promise<Relay> {
  const { command, env, cwd, run } = plan
  const { CODEX_API_KEY: key } = env
  const killAfter = options.killAfterMs === undefined ? {} : { killAfterMs: options.killAfterMs }
  return openRelay({
    socket: details.socket,
    delivery: details.delivery,
    apiKey: (details.handsOverKey && key) || null,
    ...(options.onAgentSession ? { onThread: options.onAgentSession } : {}),
    startServer: () =>
      startDriven(
        { command, args: ['app-server', ...details.serverArgs], env, cwd, run },
        killAfter,
      ),
  })
}

function launchClient(plan: Running, options: LaunchOptions): Promise<ProgramEnd> {
  if (plan.interactive && options.stdio === 'inherit') return launchInteractive(plan)
  return launchCaptured(plan, options)
}

function reportFailure(relay: Relay, options: LaunchOptions): void {
  const failure = relay.failure()
  if (failure === null) return
  const line = Buffer.from(`onesoul: ${failure}\n`)
  if (options.stdio === 'capture') options.onStderr?.(line)
  else process.stderr.write(line)
}
