import type { CacheTtl } from '../model/cache-request.ts'
import { TTL_SECONDS } from '../model/ttl-seconds.ts'

/**
 * Whether an entry lives by itself (`entry`) or only as long as every entry that it was written on top of (`segment`).
 * No provider says which; `segment` promises less.
 */
export type TtlModel = 'segment' | 'entry'

/** One prefix in the cache: the segment that a mark wrote, on top of the entry that was read or written before it. */
export interface CacheEntry {
  ttl: CacheTtl
  /** Start of the request that wrote or read it last, in seconds. */
  used: number
  /** From when on it can be read: requests that start before the first response begins miss it. */
  readonly availableAt: number
  below: CacheEntry | null
}

/** Whether it is still held, ready or not. What has expired once never comes back. */
export function isHeld(entry: CacheEntry, now: number, model: TtlModel): boolean {
  return every(entry, model, (one) => now - one.used <= TTL_SECONDS[one.ttl])
}

/** Whether a request that starts now can read it. */
export function isReadable(entry: CacheEntry, now: number, model: TtlModel): boolean {
  return every(
    entry,
    model,
    (one) => now >= one.availableAt && now - one.used <= TTL_SECONDS[one.ttl],
  )
}

/** A read starts the life of an entry, and of those that it stands on, again. */
export function touch(entry: CacheEntry, now: number, model: TtlModel): void {
  every(entry, model, (one) => {
    one.used = Math.max(one.used, now)
    return true
  })
}

function every(entry: CacheEntry, model: TtlModel, holds: (entry: CacheEntry) => boolean): boolean {
  for (let one: CacheEntry | null = entry; one; one = model === 'segment' ? one.below : null) {
    if (!holds(one)) return false
  }
  return true
}
