import {
  type CachePlan,
  type CacheProfile,
  type CacheSettings,
  type CacheUsage,
  observeUsage,
  type PlanNames,
  type TurnHint,
  type UsageDivergence,
} from '@onesoul/core/cache'
import type { ComposedParts } from './composition-layers.ts'
import { type PlacedBlock, planRequest, type RequestLayer } from './plan-request.ts'
import { NO_STATE, type RequestState, readRequestState } from './request-state.ts'
import type { SharedBot } from './shared-bot.ts'
import type { CountTokens, WireBlock } from './wire-block.ts'

/** What a session is planned with, at every provider. */
export interface ContextOptions {
  /** The composition that the session begins with, in the provider's format. */
  readonly composition: ComposedParts
  /** As the provider calls it, as `claude-opus-5`. */
  readonly model: string
  readonly names: PlanNames
  /** `state` of an earlier process; what cannot be read begins cold. */
  readonly state?: unknown
  /** The caching rules. Default: those of the model, else careful ones. */
  readonly profile?: CacheProfile
  /** Default: core's estimate. */
  readonly count?: CountTokens
  /** Seconds on a clock that only moves forward. Default: the system's time. */
  readonly now?: () => number
  /** What other sessions of the bot learned; see `createSharedBot`. Default: nothing. */
  readonly shared?: SharedBot
}

/** What a caller may add to one request. */
export interface TurnOptions {
  /** Composed anew, when files may have changed. Default: the one of the session. */
  readonly composition?: ComposedParts
  /** Texts for this request alone, as a clock; they are not cached and not remembered. */
  readonly volatile?: readonly string[]
  readonly hint?: TurnHint
  readonly settings?: CacheSettings
}

/** A request that was planned. */
export interface PlannedTurn<Request> {
  /** To be sent, with the model and whatever else the provider takes. */
  readonly request: Request
  readonly plan: CachePlan
}

/** What a plan is made of. */
export interface TurnBlocks<Value> {
  readonly layers: readonly RequestLayer<Value>[]
  readonly history: readonly WireBlock<Value>[]
  readonly volatile: readonly WireBlock<Value>[]
}

/** The state of one session from request to request. */
export interface Planner<Value> {
  readonly plan: (
    blocks: TurnBlocks<Value>,
    turn: Pick<TurnOptions, 'hint' | 'settings'>,
  ) => { readonly plan: CachePlan; readonly blocks: readonly PlacedBlock<Value>[] }
  /** The provider answered the request that was planned last: what it wrote is there. */
  readonly answered: (usage: CacheUsage) => UsageDivergence | null
  /** It did not: nothing of it counts. */
  readonly failed: () => void
  readonly start: StartTurn
  readonly state: () => RequestState
}

/**
 * Prepares a request that may be sent now: while another session writes the same
 * head it waits, three seconds at most, and prepares it anew. Rejects with the
 * reason of the signal.
 */
export type StartTurn = <Planned extends { readonly plan: CachePlan }>(
  prepare: () => Planned,
  signal?: AbortSignal,
) => Promise<Planned>

/** What every context of a session has, whatever its provider. */
export interface SessionContext<Usage> {
  /**
   * To be called with the usage of the answer; without it the next plan counts on
   * nothing of this one. Gives what was charged otherwise than predicted.
   */
  readonly answered: (usage: Usage) => UsageDivergence | null
  /** To be called when the request failed, so that others with the same head need not wait. */
  readonly failed: () => void
  /** `start(() => prepare(…))` waits while another session of the bot writes the same head. */
  readonly start: StartTurn
  /** To be stored with the session. */
  readonly state: () => RequestState
  /** The caching rules that it plans by. */
  readonly profile: CacheProfile
}

/** That part of a context. */
export function sessionContext<Usage>(
  { answered, failed, start, state }: Omit<Planner<unknown>, 'plan'>,
  profile: CacheProfile,
  usageOf: (usage: Usage, profile: CacheProfile) => CacheUsage,
): SessionContext<Usage> {
  return { answered: (usage) => answered(usageOf(usage, profile)), failed, start, state, profile }
}

/** Sends a request when it may be sent. One that fails counts for nothing, and others need not wait for it. */
export async function sendPlanned<Request, Answer>(
  { start, failed }: Pick<SessionContext<never>, 'start' | 'failed'>,
  {
    prepare,
    signal,
  }: { readonly prepare: () => PlannedTurn<Request>; readonly signal: AbortSignal },
  send: (request: Request) => Promise<Answer>,
): Promise<Answer> {
  const { request } = await start(prepare, signal)
  try {
    return await send(request)
  } catch (error) {
    failed()
    throw error
  }
}

export function createPlanner<Value>(
  profile: CacheProfile,
  { names, state, model, shared, now = systemSeconds }: ContextOptions,
): Planner<Value> {
  let kept = state === undefined ? NO_STATE : readRequestState(state)
  let sent: { readonly plan: CachePlan; readonly next: RequestState } | null = null
  const land = (): typeof sent => {
    const landed = sent
    sent = null
    if (landed !== null) shared?.land(landed.plan)
    return landed
  }
  return {
    plan(blocks, { hint, settings }) {
      const planned = planRequest({
        ...blocks,
        profile,
        names,
        state: { ...kept, ...shared?.state() },
        at: now(),
        settings: { model, ...settings },
        ...(hint && { hint }),
      })
      sent = planned
      return planned
    },
    answered(usage) {
      const landed = land()
      if (landed === null) return null
      const { session, divergence } = observeUsage(landed.plan, usage)
      kept = { ...landed.next, session }
      shared?.learn(landed.plan.next)
      return divergence
    },
    failed: () => void land(),
    async start(prepare, signal) {
      for (;;) {
        signal?.throwIfAborted()
        const planned = prepare()
        const others = shared?.enter(planned.plan, now()) ?? null
        if (others === null) return planned
        // It was not sent: whoever writes the head goes on.
        sent = null
        await others
      }
    },
    state: () => kept,
  }
}

function systemSeconds(): number {
  return Date.now() / 1000
}
