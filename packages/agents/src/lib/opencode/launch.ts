import { launchCaptured } from '../launch/captured.ts'
import { withDeliveryFiles } from '../launch/delivery-files.ts'
import { launchInteractive } from '../launch/interactive.ts'
import type { ExitStatus, LaunchOptions } from '../port/agent.ts'
import { AgentError } from '../port/agent-error.ts'
import type { DeliveryPlan } from '../port/plan.ts'
import { type LogMark, markLog, readSessionId } from './session-log.ts'

/**
 * Runs a plan. The delivery file stays until OpenCode has ended, because it is
 * read again for every request. A person's run shares the terminal and its
 * standard input, which `opencode run` adds to the prompt.
 */
export async function launchOpenCode(
  plan: DeliveryPlan,
  options: LaunchOptions,
): Promise<ExitStatus> {
  if (plan.refusal !== null) throw new AgentError('refused', plan.refusal.message)
  return withDeliveryFiles(plan.files, { bundle: plan.bundle }, async (run) => {
    const mark = await markLog(plan.env)
    const stop = watchLog(mark, plan.cwd, options.onAgentSession)
    try {
      const end =
        options.stdio === 'inherit'
          ? await launchInteractive({ ...plan, run })
          : await launchCaptured({ ...plan, run }, options)
      const logged = await readSessionId(mark, plan.cwd)
      return { ...end, agentSessionId: logged ?? plan.agentSessionId }
    } finally {
      stop()
    }
  })
}

const LOOK_EVERY_MS = 1000

/** Tells the first session that the log names; which one the run ends in is read at its end. */
function watchLog(mark: LogMark, cwd: string, tell: LaunchOptions['onAgentSession']): () => void {
  if (tell === undefined) return () => undefined
  const look = async (): Promise<void> => {
    const logged = await readSessionId(mark, cwd)
    if (logged === null) return
    clearInterval(timer)
    tell(logged)
  }
  const timer = setInterval(() => {
    // A log that cannot be read now may be readable later, or at the end.
    look().catch(() => undefined)
  }, LOOK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
