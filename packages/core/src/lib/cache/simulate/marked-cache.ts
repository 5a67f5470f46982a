import type { CacheProfile } from '../model/cache-profile.ts'
import type { CacheMark, CacheTtl } from '../model/cache-request.ts'
import { TTL_SECONDS } from '../model/ttl-seconds.ts'
import { acceptedMarks } from './accepted-marks.ts'
import { type CacheEntry, isHeld, isReadable, type TtlModel, touch } from './cache-entry.ts'
import { followPrefix, type PrefixNode, type PrefixPath, prefixRoot } from './prefix-path.ts'
import type { PromptCache } from './simulated-usage.ts'
import { usageOf } from './usage-of.ts'

/** One request on its way through the cache. */
interface Passage {
  readonly now: number
  readonly path: PrefixPath<CacheEntry>
  /** Those on prefixes that are long enough to be cached. */
  readonly marks: readonly CacheMark[]
}

/** A cache that writes at marks alone, one entry per mark, and reads what a walk back from a mark finds. */
export function createMarkedCache(
  profile: CacheProfile,
  { ttlModel, ttft }: { readonly ttlModel: TtlModel; readonly ttft: number },
): PromptCache {
  const root: PrefixNode<CacheEntry> = prefixRoot()
  const readable = (node: PrefixNode<CacheEntry> | undefined, now: number): CacheEntry | null =>
    node?.entry && isReadable(node.entry, now, ttlModel) ? node.entry : null

  /** From the last mark to the first, each as far back as the provider looks. */
  const findHit = ({ path, marks, now }: Passage): number => {
    const { nodes, positions } = path
    const window = profile.lookback ?? Number.POSITIVE_INFINITY
    for (const { index } of marks.toReversed()) {
      const from = (positions[index] ?? 0) - window
      for (let at = index; at >= 0 && (positions[at] ?? 0) > from; at--) {
        if (readable(nodes[at], now)) return at
      }
    }
    return -1
  }

  /** Every hit is used from now on, and so is what another mark below it stands on. */
  const read = (passage: Passage): { readonly hit: number; readonly entry: CacheEntry | null } => {
    const { path, marks, now } = passage
    const hit = findHit(passage)
    const entry = path.nodes[hit]?.entry ?? null
    if (profile.sliding === false) return { hit, entry }
    for (const index of [hit, ...marks.map((mark) => mark.index).filter((at) => at < hit)]) {
      const found = readable(path.nodes[index], now)
      if (found) touch(found, now, ttlModel)
    }
    return { hit, entry }
  }

  /**
   * The entry of a prefix that this request pays for. One that a request before wrote and that is not ready yet is the
   * same entry, used again. One that is gone, by itself or by what it stood on, is written anew on what was paid now.
   */
  const entryFor = (node: PrefixNode<CacheEntry>, fresh: CacheEntry): CacheEntry => {
    const old = node.entry
    if (!old || !isHeld(old, fresh.used, ttlModel)) return fresh
    old.used = Math.max(old.used, fresh.used)
    if (TTL_SECONDS[fresh.ttl] > TTL_SECONDS[old.ttl]) {
      old.ttl = fresh.ttl
      old.below = fresh.below
    }
    return old
  }

  const write = ({ path, marks, now }: Passage, hit: number, entry: CacheEntry | null) => {
    const written: Partial<Record<CacheTtl, number>> = {}
    let below = entry
    let start = path.ends[hit] ?? 0
    for (const { index, ttl } of marks) {
      const node = path.nodes[index]
      const end = path.ends[index]
      if (index <= hit || !node || end === undefined) continue
      node.entry = entryFor(node, { ttl, used: now, availableAt: now + ttft, below })
      below = node.entry
      written[ttl] = (written[ttl] ?? 0) + end - start
      start = end
    }
    return written
  }

  return {
    send(request) {
      const path = followPrefix(root, request.blocks, profile.collapsesRuns)
      const isLong = ({ index }: CacheMark) => (path.ends[index] ?? 0) >= profile.minTokens
      const marks = acceptedMarks(profile, request).filter(isLong)
      const passage = { now: request.at, path, marks }
      const { hit, entry } = read(passage)
      const written = write(passage, hit, entry)
      const charged = { total: path.total, read: path.ends[hit] ?? 0, written }
      return { ...usageOf(profile, charged), hit }
    },
  }
}
