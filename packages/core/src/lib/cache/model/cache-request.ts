import type { CacheBlock } from './cache-block.ts'

/** How long an entry of the cache lives after its last use. */
export type CacheTtl = '5m' | '30m' | '1h' | '12h'

/** A request to write the prefix up to a block, that block included. */
export interface CacheMark {
  /** Position in the request's blocks, from 0. */
  readonly index: number
  readonly ttl: CacheTtl
}

/** A request as a prompt cache sees it. */
export interface MarkedRequest {
  /** When it starts, in seconds on any clock that only moves forward. */
  readonly at: number
  readonly blocks: readonly CacheBlock[]
  /** In ascending order of their positions. */
  readonly marks: readonly CacheMark[]
  /** Where a provider also writes the whole request by itself: that it shall not. Default: false. */
  readonly markedOnly?: boolean
}

/** Tokens of a request by what the provider charges for them; their sum is `total`. */
export interface CacheUsage {
  /** Read from the cache. */
  readonly read: number
  /** Written to it, by life time; absent is 0. */
  readonly written: Readonly<Partial<Record<CacheTtl, number>>>
  /** Neither. */
  readonly plain: number
  readonly total: number
  /** All of it in units of one uncached input token. */
  readonly cost: number
}
