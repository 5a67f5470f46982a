import type { DeliveryPlan, PlanInput } from '../port/plan.ts'
import type { ApiProvider } from './api-provider.ts'
import type { ApiRun } from './api-run.ts'
import { CHANNEL } from './api-traits.ts'
import { parseLimits } from './parse-limits.ts'

/** Plans a conversation that this very process holds: nothing is started, and nothing is written but the conversation. Pure. */
export function planApi(provider: ApiProvider, input: PlanInput): DeliveryPlan {
  const { detection, inspection, session, skills } = input
  const limits = parseLimits(inspection.args)
  const sessionId = session.mode === 'resume' ? session.agentSessionId : input.freshSessionId
  const details: ApiRun = {
    model: input.model ?? provider.model,
    baseUrl: input.recorderUrl ?? (input.env[provider.base.variable] || provider.base.url),
    offline: input.offline ?? false,
    prompt: input.prompt,
    call: skills?.call ?? null,
    tier: input.permission ?? null,
    resume: session.mode === 'resume',
    directivesText: input.directivesText,
    sessionId,
    sessionDir: input.sessionDir ?? null,
    limits: typeof limits === 'string' ? {} : limits,
  }
  return {
    agent: provider.id,
    detection,
    command: detection.path,
    args: [],
    env: input.env,
    envChanges: [],
    cwd: input.cwd,
    files: [],
    channel: CHANNEL,
    delivered: input.text,
    userSources: [],
    agentSessionId: sessionId,
    interactive: input.prompt === null,
    details: { ...details },
    notes: [],
    refusal:
      typeof limits === 'string'
        ? { code: 'flag-conflict', message: `${provider.id}: ${limits}` }
        : null,
  }
}
