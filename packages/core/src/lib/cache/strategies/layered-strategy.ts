import type { CacheProfile } from '../model/cache-profile.ts'
import type { CacheTtl } from '../model/cache-request.ts'
import { TTL_SECONDS } from '../model/ttl-seconds.ts'
import { type CacheStrategy, nearestTtl, type StrategyRequest } from './cache-strategy.ts'
import { createLayeredComposer } from './layered-composer.ts'
import { markedRequest } from './marked-request.ts'

/**
 * The order that caches can use with life times that never change: marks at the end of the shared head, of the head, at
 * the last request's tail and at the tail. The first of requests that share a cold head goes alone.
 */
export function layeredStrategy(
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
    const request = markedRequest(profile, blocks, [
      [sharedEnd, ttl.head],
      [headEnd, ttl.tail],
      [previousTail, ttl.tail],
      [tail, ttl.tail],
    ])
    return { ...request, flight: { key, writes } }
  }
}

function keyOf(blocks: StrategyRequest['blocks']): string {
  return blocks.map(({ hash }) => hash).join('\n')
}
