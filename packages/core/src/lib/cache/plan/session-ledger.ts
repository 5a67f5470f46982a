import type { CacheTtl } from '../model/cache-request.ts'

/** A prefix that is in the cache: its fingerprint, its blocks and tokens, how long it lives since when. */
export type LedgerEntry = readonly [
  prefix: string,
  blocks: number,
  tokens: number,
  ttl: CacheTtl,
  usedAt: number,
]

/** A change that the conversation was told: of which layer, after how many blocks of history, to which version. */
export type LedgerChange = readonly [layer: string, after: number, version: string]

/** What a session remembers from one request to the next: less than 1,024 bytes of JSON, no text. */
export interface SessionLedger {
  readonly schemaVersion: 1
  /** Time of the last request. */
  readonly at: number
  /** Requests so far. */
  readonly requests: number
  /** Tokens that a request added, on average. */
  readonly added: number
  /** From the shortest prefix to the longest. */
  readonly entries: readonly LedgerEntry[]
  /** Fingerprints of each layer's pinned version. */
  readonly pinned: Readonly<Record<string, string>>
  readonly changes: readonly LedgerChange[]
  /** Gaps of this session, counted by class. */
  readonly gaps: readonly number[]
  /** Fingerprints of the settings. */
  readonly settings: Readonly<Record<string, string>>
  /** Part of the cache key. */
  readonly shard: number
  /** Predictions missed in a row; from 3 on marks are conservative. */
  readonly missed: number
}
