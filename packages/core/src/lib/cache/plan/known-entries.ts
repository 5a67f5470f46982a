import type { CacheProfile } from '../model/cache-profile.ts'
import type { CacheTtl } from '../model/cache-request.ts'
import { TTL_SECONDS } from '../model/ttl-seconds.ts'
import type { Prefix } from './fingerprint.ts'
import type { LedgerEntry } from './session-ledger.ts'

/** A prefix of this request that an earlier one put into the cache. */
export interface KnownEntry {
  /** Position of its last block. */
  readonly index: number
  readonly ttl: CacheTtl
  readonly usedAt: number
}

/** Entries of one ledger, and the time that their idle seconds count from. */
export interface EntrySource {
  readonly at: number
  readonly entries: readonly LedgerEntry[]
}

/** What is known to be in the cache of a request's prefixes, from the shortest to the longest. */
export interface KnownPrefixes {
  /** Those that can still be read. */
  readonly alive: readonly KnownEntry[]
  /** Blocks of the longest prefix that any earlier request had, expired or not. */
  readonly seen: number
  /** Those of the session that can still be read, but not by this request. */
  readonly elsewhere: readonly LedgerEntry[]
}

/** Compares the entries of the session and of the bot with a request's prefixes. */
export function knownPrefixes(
  sources: readonly EntrySource[],
  request: { readonly prefix: Prefix; readonly length: number; readonly at: number },
): KnownPrefixes {
  const byIndex = new Map<number, KnownEntry>()
  let seen = 0
  const elsewhere: LedgerEntry[] = []
  for (const { at, entries } of sources) {
    const isOwn = sources[0]?.entries === entries
    for (const entry of entries) {
      const known = { index: entry[1] - 1, ttl: entry[3], usedAt: at - entry[4] }
      const isHere = isPrefix(entry, request)
      if (isHere) seen = Math.max(seen, entry[1])
      if (!isAlive(known, request.at)) continue
      if (isHere) keepLatest(byIndex, known)
      else if (isOwn) elsewhere.push(entry)
    }
  }
  const alive = [...byIndex.values()].sort((one, other) => one.index - other.index)
  return { alive, seen, elsewhere }
}

function isPrefix(
  [fingerprint, blocks]: LedgerEntry,
  { prefix, length }: { readonly prefix: Prefix; readonly length: number },
): boolean {
  return blocks >= 1 && blocks <= length && prefix.fingerprintAt(blocks - 1) === fingerprint
}

function isAlive({ ttl, usedAt }: KnownEntry, now: number): boolean {
  return now - usedAt <= TTL_SECONDS[ttl]
}

function keepLatest(byIndex: Map<number, KnownEntry>, entry: KnownEntry): void {
  const known = byIndex.get(entry.index)
  if (!known || known.usedAt < entry.usedAt) byIndex.set(entry.index, entry)
}

/** The longest known prefix that a mark on a block finds, or null. */
export function foundFrom(
  mark: number,
  alive: readonly KnownEntry[],
  { prefix, profile }: { readonly prefix: Prefix; readonly profile: CacheProfile },
): KnownEntry | null {
  const window = profile.lookback ?? Number.POSITIVE_INFINITY
  const from = prefix.positionOf(mark) - window
  const entry = alive.findLast(({ index }) => index <= mark)
  return entry && prefix.positionOf(entry.index) > from ? entry : null
}
