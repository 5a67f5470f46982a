import {
  type CachePlan,
  type CacheUsage,
  findCacheProfile,
  type UsageDivergence,
} from '@onesoul/core/cache'
import {
  type ContextOptions,
  createPlanner,
  type PlannedTurn,
  type SessionContext,
  sessionContext,
  type TurnOptions,
} from '../request/request-context.ts'
import { createBlockMemo } from '../request/wire-block.ts'
import type { AiSdkModel, AiSdkParams, AiSdkUsage } from './ai-sdk-shapes.ts'
import { aiSdkUsage } from './ai-sdk-usage.ts'
import { findDialect } from './cache-dialect.ts'
import { createLayout, type LayoutValue } from './lay-out-params.ts'
import { type AiSdkMiddleware, createMiddleware } from './middleware.ts'
import { stripCacheMarks } from './strip-marks.ts'

export interface AiSdkContextOptions extends Omit<ContextOptions, 'model'> {
  /** The model that is wrapped: it says the provider and the caching rules. */
  readonly model: AiSdkModel
  /** Asked before each request. Default: nothing is added. */
  readonly turn?: () => TurnOptions | Promise<TurnOptions>
  /** Told of each request that was answered. */
  readonly onAnswer?: (answer: AiSdkAnswer) => void
}

/** What became of a request. */
export interface AiSdkAnswer {
  readonly plan: CachePlan
  readonly usage: CacheUsage
  /** What was charged otherwise than the plan predicted; null: nothing. */
  readonly divergence: UsageDivergence | null
}

/** The context of one session on the AI SDK; its requests go one after the other. */
export interface AiSdkContext extends SessionContext<AiSdkUsage> {
  /** For `wrapLanguageModel`; whoever uses it calls nothing else of these. */
  readonly middleware: AiSdkMiddleware
  /**
   * Lays the parameters of a call out so that most of it is read from the cache:
   * the composition before the caller's own system messages, the tools in order,
   * the marks. Nothing of the caller's is changed; marks that stand on it are left out.
   */
  readonly prepare: <Params extends AiSdkParams>(
    params: Params,
    turn?: TurnOptions,
  ) => PlannedTurn<Params>
}

/**
 * Begins or resumes a session. Anthropic and OpenAI are told where to cache; a
 * request to another provider is laid out alike and carries no marks.
 */
export function createAiSdkContext(options: AiSdkContextOptions): AiSdkContext {
  const { model, composition, turn, onAnswer } = options
  const [provider = ''] = model.provider.split('.')
  const dialect = findDialect(model.provider)
  const found = options.profile ?? findCacheProfile(provider, model.modelId).value
  const profile = dialect ? found : { ...found, mechanism: 'automatic' as const, maxMarks: 0 }
  const planner = createPlanner<LayoutValue>(profile, { ...options, model: model.modelId })
  const made = { memo: createBlockMemo(), ...(options.count && { count: options.count }) }
  const layout = createLayout({ dialect, profile, made })
  const readsChunks = dialect?.streamsUsage === true
  let sent: CachePlan | null = null
  const session = sessionContext(planner, profile, aiSdkUsage)
  const context: Omit<AiSdkContext, 'middleware'> = {
    ...session,
    prepare(params, added = {}) {
      const bare = stripCacheMarks(params)
      const blocks = layout.split(bare, { ...added, composition: added.composition ?? composition })
      const { hint, settings } = added
      const planned = planner.plan(blocks, {
        hint: hint ?? layout.hintOf(bare),
        settings: { ...layout.settingsOf(bare), ...settings },
      })
      sent = planned.plan
      return { plan: planned.plan, request: layout.join(bare, planned) }
    },
    answered(usage) {
      const plan = sent
      sent = null
      if (plan === null) return null
      const divergence = session.answered(usage)
      onAnswer?.({ plan, usage: aiSdkUsage(usage, profile), divergence })
      return divergence
    },
    failed() {
      sent = null
      session.failed()
    },
  }
  return {
    ...context,
    middleware: createMiddleware(context, { readsChunks, ...(turn && { turn }) }),
  }
}
