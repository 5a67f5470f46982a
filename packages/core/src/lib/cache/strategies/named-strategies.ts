import type { CacheProfile } from '../model/cache-profile.ts'
import type { CacheTtl } from '../model/cache-request.ts'
import type { CacheStrategy, StartStrategy } from './cache-strategy.ts'
import { layeredStrategy } from './layered-strategy.ts'
import { liveRequest, messageEnds } from './live-request.ts'
import { markedRequest } from './marked-request.ts'
import { plannerStrategy } from './planner-strategy.ts'

/** Ways to cache, the simple ones to compare with. */
export type NamedStrategy =
  | 'none'
  | 'system_only'
  | 'layers'
  | 'auto'
  | 'system_and_3'
  | 'system_and_3_1h'
  | 'static'
  | 'planner'

/**
 * `none`: no mark. `system_only`: one at the end of the system prompt, all of it one block. `layers`: one behind each
 * layer that all sessions share. `auto`: one at the end of the request, as providers set it. `system_and_3`: as
 * `system_only`, and at the ends of the last three messages; for 5 minutes or 1 hour. `static`: layers in the order
 * that caches can use, 1 hour for the shared head and 5 minutes for the rest. `planner`: as `planCache` decides.
 */
export const NAMED_STRATEGIES: Readonly<Record<NamedStrategy, StartStrategy>> = {
  none: (profile) => (turn) => markedRequest(profile, liveRequest(turn).blocks, []),
  system_only: (profile) => (turn) => {
    const { blocks, systemEnd } = liveRequest(turn, { merged: true })
    return markedRequest(profile, blocks, [[systemEnd, '5m']])
  },
  layers: (profile) => (turn) => {
    const { blocks, sharedEnds } = liveRequest(turn)
    return markedRequest(
      profile,
      blocks,
      sharedEnds.map((end) => [end, '5m']),
    )
  },
  auto: (profile) => (turn) => {
    const { blocks } = liveRequest(turn)
    const last = blocks.findLastIndex(({ markable }) => markable !== false)
    const marked = markedRequest(profile, blocks, [[last, '5m']])
    return profile.mechanism === 'both' ? { blocks, marks: [] } : marked
  },
  system_and_3: (profile) => systemAndThree(profile, '5m'),
  system_and_3_1h: (profile) => systemAndThree(profile, '1h'),
  static: (profile) => layeredStrategy(profile, { head: '1h', tail: '5m' }),
  planner: (profile) => plannerStrategy(profile),
}

function systemAndThree(profile: CacheProfile, ttl: CacheTtl): CacheStrategy {
  return (turn) => {
    const { blocks, systemEnd } = liveRequest(turn, { merged: true })
    const ends = messageEnds(blocks, systemEnd + 1).slice(-3)
    const places = [systemEnd, ...ends]
    return markedRequest(
      profile,
      blocks,
      places.map((place) => [place, ttl]),
    )
  }
}
