import type { CacheTtl } from '../model/cache-request.ts'
import { TTL_SECONDS } from '../model/ttl-seconds.ts'
import { chanceWithin, headGapShares } from './gap-model.ts'
import { affords } from './hour-lead.ts'
import type { KnownEntry } from './known-entries.ts'
import { bestLife, type Keeping, type LifeAnswer, lifeTimes } from './life-time.ts'
import type { PlanDraft, PlanState } from './plan-state.ts'
import { steadyOutlook } from './session-lengths.ts'
import { count, duration, percent } from './words.ts'

/** How long the shared head and what stands behind it are to be kept. */
export interface ChosenLives {
  readonly head: Keeping
  readonly tail: Keeping
}

/** Requests that a bot is expected to send on. */
const BOT_REQUESTS = 50
/** Share of short gaps from which on a bot's own traffic keeps its head in the cache. */
const BUSY = 0.97

/**
 * Rule 5, at what is not in the cache: the life time that costs least, for the head by the gaps between all requests of
 * the bot, behind it by those of the session. Nothing outlives what it stands on, so what is kept bounds what is added;
 * and nothing may stand in front of a longer life, so a tail of an hour makes a head of an hour.
 */
export function chooseLives(state: PlanState, draft: PlanDraft): ChosenLives {
  const { input, shares, outlook, isConservative } = state
  const { profile, hint } = input
  const usable = withoutForeign(lifeTimes(profile), hint?.foreignMarks ?? [])
  if (profile.mechanism === 'automatic' || usable.length === 0)
    return { head: 'none', tail: 'none' }
  if (profile.sliding === false) return { head: handleLife(state, usable), tail: 'none' }
  const shortest = usable.slice(0, 1)
  const deepest = draft.known.alive.at(-1)
  const allowed = isConservative
    ? shortest
    : usable.filter(
        (ttl) =>
          fits(ttl, deepest, { state, draft }) &&
          (hint?.returns !== undefined || affords(ttl, state, draft)),
      )
  // Nobody has seen yet that anything comes after five minutes: the second write knows. Tenants wait longer for their
  // next request than the bot for any, and could not stand behind a head that is kept for less.
  const { headEnd, tenantEnd } = draft.layout
  const isNewBot = state.head === null && hint?.returns === undefined && tenantEnd === headEnd
  const announced = hint?.returns ? { announced: hint.returns.within } : {}
  const answer = bestLife({ profile, shares, outlook, allowed, ...announced })
  const tail = answer.best
  const forBot = bestLife({
    profile,
    shares: headGapShares(state.headGaps),
    outlook: steadyOutlook(BOT_REQUESTS),
    allowed: isConservative || isNewBot ? shortest : usable,
  })
  explain(state, draft, answer)
  return { head: longer(forBot.best, tail), tail }
}

/** What does not live longer by being read is for a head that is read often enough until it ends, and for nothing else. */
function handleLife({ head, input }: PlanState, usable: readonly CacheTtl[]): Keeping {
  const { read, write } = input.profile
  const pays = usable.find((ttl) => {
    const reads = head && head.pause > 0 ? TTL_SECONDS[ttl] / head.pause : 0
    return reads * (1 - read) > (write[ttl] ?? 1) - 1
  })
  return pays ?? 'none'
}

/** A mark of others in front of ours bounds ours. */
function withoutForeign(
  lives: readonly CacheTtl[],
  foreign: readonly CacheTtl[],
): readonly CacheTtl[] {
  const least = Math.min(...foreign.map((ttl) => TTL_SECONDS[ttl]))
  return lives.filter((ttl) => TTL_SECONDS[ttl] <= least)
}

function fits(
  ttl: CacheTtl,
  deepest: KnownEntry | undefined,
  { state, draft }: { readonly state: PlanState; readonly draft: PlanDraft },
): boolean {
  if (!deepest || TTL_SECONDS[ttl] <= TTL_SECONDS[deepest.ttl]) return true
  const isShared = deepest.index < draft.layout.headEnd
  return isShared && chanceWithin(headGapShares(state.headGaps), TTL_SECONDS[deepest.ttl]) >= BUSY
}

/** The one that lives longer. */
export function longer(one: Keeping, other: Keeping): Keeping {
  if (one === 'none') return other
  return other !== 'none' && TTL_SECONDS[other] > TTL_SECONDS[one] ? other : one
}

function explain(state: PlanState, { layout, prefix, known }: PlanDraft, answer: LifeAnswer): void {
  const { reasons, outlook, shares, kind } = state
  if (kind === 'one-shot') {
    reasons.push({
      rule: 'R6',
      code: 'one-shot',
      text: 'No request follows this one: only the shared head is marked',
    })
    return
  }
  if (kind === 'compaction') {
    reasons.push({
      rule: 'R6',
      code: 'compaction',
      text: 'The history is gone after this request: it is read where it is in the cache, and nothing of it is written',
    })
    return
  }
  const cached = known.alive.at(-1)?.index ?? -1
  const tokens = prefix.tokensTo(layout.volatileFrom - 1) - prefix.tokensTo(cached)
  const costs = [...answer.costs].map(([keeping, cost]) => `${keeping} ${count(cost * tokens)}`)
  const gaps = `gaps ${[300, 3600].map((limit) => `${percent(chanceWithin(shares, limit))} within ${duration(limit)}`).join(', ')}`
  reasons.push({
    rule: 'R5',
    code: answer.best === 'none' ? 'tail-not-written' : 'life-chosen',
    text: `${count(tokens)} tokens are not in the cache; ${outlook.expected.toFixed(1)} more requests are expected, ${gaps}; expected cost ${costs.join(', ')}: ${answer.best}`,
    tokens,
  })
}
