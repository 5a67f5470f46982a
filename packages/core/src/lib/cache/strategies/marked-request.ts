import type { CacheProfile } from '../model/cache-profile.ts'
import type { CacheTtl } from '../model/cache-request.ts'
import { marksAt, type StrategyRequest } from './cache-strategy.ts'

/** Where marks are wanted, and for how long. */
export type WantedMarks = readonly (readonly [index: number, ttl: CacheTtl])[]

/** A request with marks as its provider takes them; nothing is written by itself that a strategy did not mark. */
export function markedRequest(
  profile: CacheProfile,
  blocks: StrategyRequest['blocks'],
  wanted: WantedMarks,
): StrategyRequest {
  return { blocks, marks: marksAt(profile, blocks, wanted), markedOnly: true }
}
