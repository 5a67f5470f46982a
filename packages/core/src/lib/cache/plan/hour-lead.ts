import type { CacheProfile } from '../model/cache-profile.ts'
import type { CacheTtl } from '../model/cache-request.ts'
import { TTL_SECONDS } from '../model/ttl-seconds.ts'
import { lifeTimes } from './life-time.ts'
import type { MadePlan } from './made-plan.ts'
import type { PlanDraft, PlanState } from './plan-state.ts'

/**
 * Whether what is not in the cache may be written for so long. Nobody knows whether the pause comes that an hour pays
 * for, so an hour behind the shared head may cost no more than the channel is ahead of a simple program: it can then
 * lose what was won, and no more. The shared head is left out: its hour is paid whatever comes.
 */
export function affords(ttl: CacheTtl, state: PlanState, draft: PlanDraft): boolean {
  const { profile } = state.input
  const [shortest = ttl] = lifeTimes(profile)
  if (ttl === shortest) return true
  const { known, layout, prefix } = draft
  const deepest = known.alive.at(-1)?.index ?? -1
  const from = prefix.tokensTo(Math.max(deepest, layout.headEnd - 1))
  const tokens = prefix.tokensTo(layout.volatileFrom - 1) - from
  const won = winOf(prefix.tokensTo(deepest), { state, draft }, shortest)
  return surcharge(profile, ttl, shortest) * tokens <= state.lead + won
}

/**
 * How far a channel is ahead with this request as it was predicted, in uncached input tokens, of a simple program: one
 * that marks each session by itself with the shortest life, and sends every layer as it is now, all of them as one piece.
 */
export function leadAfter(made: MadePlan): number {
  const { lead, input } = made.state
  const { profile } = input
  const [shortest, longer] = lifeTimes(profile)
  if (shortest === undefined || longer === undefined) return lead
  const won = winOf(made.predicted.usage.read, made, shortest)
  return lead + won - paidMore(made, shortest) - toldCost(made, shortest)
}

/** What the simple program would pay more for the tokens that are read: those that it would write again. */
function winOf(
  read: number,
  { state, draft }: Pick<MadePlan, 'state' | 'draft'>,
  shortest: CacheTtl,
): number {
  const { session, head, input, live } = state
  const { known, layout, prefix } = draft
  const isRecent = (usedAt: number): boolean => input.at - usedAt <= TTL_SECONDS[shortest]
  const wasSent = (head?.sent ?? []).some(([sent, at]) => sent === live && isRecent(at))
  const isOwn = session?.live === live && isRecent(session.at)
  const own = isOwn ? (known.alive.at(-1)?.index ?? -1) : -1
  const kept = Math.max(own, wasSent ? layout.layersEnd - 1 : -1)
  const again = (input.profile.write[shortest] ?? 1) - input.profile.read
  return again * Math.max(0, read - prefix.tokensTo(kept))
}

/** What longer lives cost more behind the shared head. */
function paidMore({ state, draft, marks, predicted }: MadePlan, shortest: CacheTtl): number {
  const { profile } = state.input
  const { written, read } = predicted.usage
  let more = 0
  for (const [ttl, tokens] of Object.entries(written) as [CacheTtl, number][]) {
    more += surcharge(profile, ttl, shortest) * tokens
  }
  const head = marks.find(({ place }) => place === 'head')
  const ofHead = head ? Math.max(0, draft.prefix.tokensTo(head.index) - read) : 0
  return more - surcharge(profile, head?.ttl ?? shortest, shortest) * ofHead
}

/** What changes that are told in the conversation cost. */
function toldCost({ state, draft }: MadePlan, shortest: CacheTtl): number {
  const { read, write } = state.input.profile
  let cost = 0
  for (const { from, start } of draft.layout.segments) {
    if (from !== 'change') continue
    const tokens = draft.prefix.tokensTo(start) - draft.prefix.tokensTo(start - 1)
    cost += tokens * (start < draft.known.seen ? read : (write[shortest] ?? 1))
  }
  return cost
}

function surcharge({ write }: CacheProfile, ttl: CacheTtl, shortest: CacheTtl): number {
  return (write[ttl] ?? 1) - (write[shortest] ?? 1)
}
