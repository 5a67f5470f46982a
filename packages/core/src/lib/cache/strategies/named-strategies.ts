import type { CacheProfile } from '../model/cache-profile.ts'
import type { CacheTtl } from '../model/cache-request.ts'
import { TTL_SECONDS } from '../model/ttl-seconds.ts'
import {
  type CacheStrategy,
  marksAt,
  nearestTtl,
  type StartStrategy,
  type StrategyRequest,
} from './cache-strategy.ts'
import { createLayeredComposer } from './layered-composer.ts'
import { liveRequest, messageEnds } from './live-request.ts'

/** Ways to cache that need no plan, to have something simple and to compare with. */
export type NamedStrategy =
  | 'none'
  | 'system_only'
  | 'layers'
  | 'auto'
  | 'system_and_3'
  | 'system_and_3_1h'
  | 'static'

/**
 * `none`: no mark. `system_only`: one at the end of the system prompt, all of it one block. `layers`: one behind each
 * layer that all sessions share. `auto`: one at the end of the request, as providers set it. `system_and_3`: as
 * `system_only`, and at the ends of the last three messages; for 5 minutes or 1 hour. `static`: layers in the order
 * that caches can use, 1 hour for the shared head and 5 minutes for the rest.
 */
export const NAMED_STRATEGIES: Readonly<Record<NamedStrategy, StartStrategy>> = {
  none: (profile) => (turn) => request(profile, liveRequest(turn).blocks, []),
  system_only: (profile) => (turn) => {
    const { blocks, systemEnd } = liveRequest(turn, { merged: true })
    return request(profile, blocks, [[systemEnd, '5m']])
  },
  layers: (profile) => (turn) => {
    const { blocks, sharedEnds } = liveRequest(turn)
    return request(
      profile,
      blocks,
      sharedEnds.map((end) => [end, '5m']),
    )
  },
  auto: (profile) => (turn) => {
    const { blocks } = liveRequest(turn)
    const last = blocks.findLastIndex(({ markable }) => markable !== false)
    const marked = request(profile, blocks, [[last, '5m']])
    return profile.mechanism === 'both' ? { blocks, marks: [] } : marked
  },
  system_and_3: (profile) => systemAndThree(profile, '5m'),
  system_and_3_1h: (profile) => systemAndThree(profile, '1h'),
  static: (profile) => layered(profile, { head: '1h', tail: '5m' }),
}

type Wanted = readonly (readonly [index: number, ttl: CacheTtl])[]

/** No provider writes by itself what a strategy did not mark. */
function request(
  profile: CacheProfile,
  blocks: StrategyRequest['blocks'],
  wanted: Wanted,
): StrategyRequest {
  return { blocks, marks: marksAt(profile, blocks, wanted), markedOnly: true }
}

function systemAndThree(profile: CacheProfile, ttl: CacheTtl): CacheStrategy {
  return (turn) => {
    const { blocks, systemEnd } = liveRequest(turn, { merged: true })
    const ends = messageEnds(blocks, systemEnd + 1).slice(-3)
    const places = [systemEnd, ...ends]
    return request(
      profile,
      blocks,
      places.map((place) => [place, ttl]),
    )
  }
}

/** Shared head, head, previous tail and tail; the first of requests that share a cold head goes alone. */
function layered(
  profile: CacheProfile,
  ttl: { readonly head: CacheTtl; readonly tail: CacheTtl },
): CacheStrategy {
  const tailTtl = nearestTtl(profile, ttl.tail) ?? profile.automaticTtl ?? '5m'
  const headTtl = nearestTtl(profile, ttl.head) ?? tailTtl
  const compose = createLayeredComposer(TTL_SECONDS[tailTtl])
  const used = new Map<string, number>()
  return (turn) => {
    const { blocks, sharedEnd, headEnd, previousTail, tail } = compose(turn)
    const key = keyOf(blocks.slice(0, sharedEnd + 1))
    const writes = turn.at - (used.get(key) ?? Number.NEGATIVE_INFINITY) > TTL_SECONDS[headTtl]
    used.set(key, turn.at)
    const places: Wanted = [
      [sharedEnd, ttl.head],
      [headEnd, ttl.tail],
      [previousTail, ttl.tail],
      [tail, ttl.tail],
    ]
    return { ...request(profile, blocks, places), flight: { key, writes } }
  }
}

function keyOf(blocks: StrategyRequest['blocks']): string {
  return blocks.map(({ hash }) => hash).join('\n')
}
