import type { CacheProfile } from '../model/cache-profile.ts'
import type { CacheMark, CacheTtl, CacheUsage, MarkedRequest } from '../model/cache-request.ts'
import { TTL_SECONDS } from '../model/ttl-seconds.ts'
import type { CacheTurn } from './cache-turn.ts'

/** What becomes of one turn: a request, and who waits for whom. */
export interface StrategyRequest extends Omit<MarkedRequest, 'at'> {
  /** Requests of one key wait while the first of them writes what they share; absent: nobody waits. */
  readonly flight?: { readonly key: string; readonly writes: boolean }
  /** Called with the bill when the request was answered. */
  readonly observe?: (usage: CacheUsage) => void
}

/** One way to build requests, with what it remembers between them. */
export type CacheStrategy = (turn: CacheTurn) => StrategyRequest

/** Starts a strategy that remembers nothing yet. */
export type StartStrategy = (profile: CacheProfile) => CacheStrategy

/** The life time that is nearest to the wanted one among those that can be had, or null when nothing can be marked. */
export function nearestTtl({ write, maxMarks }: CacheProfile, wanted: CacheTtl): CacheTtl | null {
  if (maxMarks === 0) return null
  const had = (Object.keys(write) as CacheTtl[]).filter((ttl) => write[ttl] !== undefined)
  const distance = (ttl: CacheTtl) => Math.abs(Math.log(TTL_SECONDS[ttl] / TTL_SECONDS[wanted]))
  return had.toSorted((one, other) => distance(one) - distance(other))[0] ?? null
}

/** Marks at positions, as many of the last ones as the provider takes, without those on blocks that can carry none. */
export function marksAt(
  profile: CacheProfile,
  blocks: MarkedRequest['blocks'],
  wanted: readonly (readonly [index: number, ttl: CacheTtl])[],
): readonly CacheMark[] {
  const marks = new Map<number, CacheTtl>()
  for (const [index, wish] of wanted) {
    const ttl = nearestTtl(profile, wish)
    const block = blocks[index]
    if (ttl && block && block.markable !== false && !marks.has(index)) marks.set(index, ttl)
  }
  const ordered = [...marks].map(([index, ttl]) => ({ index, ttl }))
  return ordered
    .toSorted((one, other) => one.index - other.index)
    .slice(Math.max(0, ordered.length - profile.maxMarks))
}
