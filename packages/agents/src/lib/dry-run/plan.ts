import type { DeliveryPlan, PlanInput } from '../port/plan.ts'
import { DRY_RUN_ID, DRY_RUN_TRAITS } from './traits.ts'

/** The `details` of a plan: what the one request of the run says, and to whom. */
export interface DryRunRequest {
  /** `null`: the scripted model within this process. */
  readonly recorderUrl: string | null
  readonly model: string
  readonly prompt: string
}

/** Plans one request with our text as its system block. Pure. */
export function planDryRun(input: PlanInput): DeliveryPlan {
  const details: DryRunRequest = {
    recorderUrl: input.recorderUrl ?? null,
    model: input.model ?? DRY_RUN_ID,
    prompt: promptOf(input),
  }
  return {
    agent: DRY_RUN_ID,
    detection: input.detection,
    command: input.detection.path,
    args: [],
    env: input.env,
    envChanges: [],
    cwd: input.cwd,
    files: [],
    ...(input.skills?.bundle ? { bundle: input.skills.bundle } : {}),
    channel: DRY_RUN_TRAITS.channel,
    delivered: input.text,
    userSources: [],
    agentSessionId:
      input.session.mode === 'resume' ? input.session.agentSessionId : input.freshSessionId,
    interactive: false,
    details: { ...details },
    notes: [],
    refusal: findRefusal(input),
  }
}

/** What a person would type. */
function promptOf({ prompt, skills }: PlanInput): string {
  const call = skills?.call
  return call ? `/${call.name} ${call.args}`.trimEnd() : (prompt ?? '')
}

function findRefusal(input: PlanInput): DeliveryPlan['refusal'] {
  const { args } = input.inspection
  if (args.length > 0) {
    return { code: 'flag-conflict', message: `dry-run has no flags of its own: ${args.join(' ')}` }
  }
  if (input.prompt !== null) return null
  return {
    code: 'prompt-required',
    message: 'dry-run answers one prompt: onesoul run dry-run "hi"',
  }
}
