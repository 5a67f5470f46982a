import { TTL_SECONDS } from '../model/ttl-seconds.ts'
import type { KeepAlive } from './cache-plan.ts'
import type { MadePlan } from './made-plan.ts'
import { count, duration } from './words.ts'

/** Share of a life time after which it is renewed. */
const RENEW_AT = 0.93

/**
 * Suggests to renew a session's cache when the next request is almost certain and may come later than the cache lives,
 * and renewing costs less than writing it again. Never for what is only likely: pings that nothing follows cost more
 * than they save.
 */
export function keepAliveOf({ state, marks, draft }: MadePlan): KeepAlive | undefined {
  const { hint, profile, at } = state.input
  const last = marks.at(-1)
  if (!hint?.returns || !last || last.place !== 'tail' || profile.sliding === false)
    return undefined
  const life = TTL_SECONDS[last.ttl]
  const pings = Math.ceil(hint.returns.within / (life * RENEW_AT)) - 1
  const tokens = draft.prefix.tokensTo(last.index)
  const cost = pings * tokens * profile.read
  const saves =
    ((profile.write[last.ttl] ?? 1) - profile.read) * tokens * (1 - life / hint.returns.within)
  if (pings < 1 || cost >= saves) return undefined
  state.reasons.push({
    rule: 'R5',
    code: 'keep-alive',
    text: `The next request is expected within ${duration(hint.returns.within)} (${hint.returns.because}), and the cache lives ${last.ttl}: renewing it costs ${count(cost)}, losing it ${count(saves)}`,
  })
  return { at: at + life * RENEW_AT, cost, saves, ttl: last.ttl }
}
