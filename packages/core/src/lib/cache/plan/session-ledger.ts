import type { CacheTtl } from '../model/cache-request.ts'
import { TTL_SECONDS } from '../model/ttl-seconds.ts'
import { GAP_LIMITS } from './gap-model.ts'
import { isAmount, isCounts, isRecord, isStrings } from './values.ts'

/**
 * A prefix that is in the cache: its fingerprint, its blocks and tokens, its life time, and since how many seconds
 * before the ledger's time it was not used.
 */
export type LedgerEntry = readonly [
  prefix: string,
  blocks: number,
  tokens: number,
  ttl: CacheTtl,
  idle: number,
]

/**
 * A change that the conversation was told: of which layer (its position among the pinned ones, by name), after how many
 * blocks of history, by which block (the end of its fingerprint).
 */
export type LedgerChange = readonly [layer: number, after: number, block: string]

/** What a session remembers from one request to the next: less than 1,024 characters of JSON, no text. */
export interface SessionLedger {
  readonly schemaVersion: 1
  /** Time of the last request. */
  readonly at: number
  /** Requests so far, and those of them that were steps of tools. */
  readonly requests: number
  readonly steps: number
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
  /** Fingerprint of all layers as they were at the last request. */
  readonly live?: string
}

/** Characters of JSON that a ledger stays below. */
const LEDGER_LIMIT = 1024

/** Reads a stored ledger. Null when it is not one, whole and of this version: the session then starts cold. */
export function readSessionLedger(value: unknown): SessionLedger | null {
  if (!isRecord(value) || value['schemaVersion'] !== 1) return null
  const { at, requests, steps, shard, missed } = value
  const areAmounts = typeof at === 'number' && [requests, steps, shard, missed].every(isAmount)
  if (!areAmounts || !Number.isFinite(at)) return null
  if (!isCounts(value['gaps'], GAP_LIMITS.length + 1)) return null
  if (!isStrings(value['pinned']) || !isStrings(value['settings'])) return null
  if (!areEntries(value['entries']) || !areChanges(value['changes'])) return null
  if (!['undefined', 'string'].includes(typeof value['live'])) return null
  return value as unknown as SessionLedger
}

/** Whether a value lists entries from the shortest prefix to the longest, or in any order. */
export function areEntries(value: unknown): value is readonly LedgerEntry[] {
  return Array.isArray(value) && value.length <= 64 && value.every(isEntry)
}

function isEntry(value: unknown): value is LedgerEntry {
  if (!Array.isArray(value) || value.length !== 5) return false
  const [prefix, blocks, tokens, ttl, idle] = value as readonly unknown[]
  return (
    typeof prefix === 'string' &&
    [blocks, tokens, idle].every(isAmount) &&
    Number.isInteger(blocks) &&
    typeof ttl === 'string' &&
    Object.hasOwn(TTL_SECONDS, ttl)
  )
}

function areChanges(value: unknown): value is readonly LedgerChange[] {
  return (
    Array.isArray(value) &&
    value.length <= 64 &&
    value.every(
      (change) =>
        Array.isArray(change) &&
        change.length === 3 &&
        [change[0], change[1]].every((one) => Number.isInteger(one) && isAmount(one)) &&
        typeof change[2] === 'string',
    )
  )
}

/**
 * The ledger with as many entries as fit: of those that are not the last of their life time, older ones go first, every
 * second of them before their neighbours. One whose layers alone do not fit is forgotten: its session starts cold.
 */
export function withinLimit(ledger: SessionLedger): SessionLedger {
  let fitting = ledger
  let size = JSON.stringify(fitting).length
  while (size >= LEDGER_LIMIT && fitting.entries.length > 3) {
    fitting = { ...fitting, entries: thinned(fitting.entries) }
    size = JSON.stringify(fitting).length
  }
  return size < LEDGER_LIMIT
    ? fitting
    : { ...fitting, entries: [], pinned: {}, changes: [], settings: {} }
}

/** Without the entry that stands closest to its neighbours, seen from the end. */
function thinned(entries: readonly LedgerEntry[]): readonly LedgerEntry[] {
  const end = entries.at(-1)?.[1] ?? 0
  let least = Number.POSITIVE_INFINITY
  let worst = 0
  for (let at = 0; at < entries.length - 1; at++) {
    const [, blocks, , ttl] = entries[at] ?? NO_ENTRY
    const [, after, , ttlAfter] = entries[at + 1] ?? NO_ENTRY
    const before = entries[at - 1]?.[1] ?? 0
    const worth = ttl === ttlAfter ? (after - before) / (1 + end - blocks) : 1e9
    if (worth < least) {
      least = worth
      worst = at
    }
  }
  return entries.toSpliced(worst, 1)
}

const NO_ENTRY: LedgerEntry = ['', 0, 0, '5m', 0]
