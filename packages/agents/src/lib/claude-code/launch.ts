import { launchCaptured } from '../launch/captured.ts'
import { withDeliveryFiles } from '../launch/delivery-files.ts'
import { launchInteractive } from '../launch/interactive.ts'
import type { ExitStatus, LaunchOptions } from '../port/agent.ts'
import { AgentError } from '../port/agent-error.ts'
import type { DeliveryPlan } from '../port/plan.ts'

/** Writes the files of a plan, runs the program, and removes them. Throws `AgentError` `refused` for a refused plan. */
export async function launchClaudeCode(
  plan: DeliveryPlan,
  options: LaunchOptions,
): Promise<ExitStatus> {
  if (plan.refusal) throw new AgentError('refused', plan.refusal.message)
  const end = await withDeliveryFiles(plan.files, { bundle: plan.bundle }, (run) =>
    plan.interactive && options.stdio === 'inherit'
      ? launchInteractive({ ...plan, run })
      : launchCaptured({ ...plan, run }, options),
  )
  return { ...end, agentSessionId: plan.agentSessionId }
}
