/** Whether a provider's cache may still hold the beginning of a request. */
export type CacheWarmth = 'cold' | 'warm'

export interface WarmthOptions {
  /** When the last request that succeeded was started, on the clock of `now`; `null` when nobody knows, as after a restart. */
  readonly lastRequestAt: number | null
  readonly now: number
  /** How long an entry lives after its last use, in the unit of the clock. */
  readonly ttl: number
}

/**
 * Cold when the last request is longer ago than an entry lives, and when nobody
 * knows: what was sent before a restart may be gone, and a huge history has to get
 * smaller then. Every successful request renews the entry, those of a tool loop too.
 */
export function cacheWarmth({ lastRequestAt, now, ttl }: WarmthOptions): CacheWarmth {
  if (lastRequestAt === null || !Number.isFinite(lastRequestAt)) return 'cold'
  return now - lastRequestAt > ttl ? 'cold' : 'warm'
}
