import type { CacheBlock } from '../model/cache-block.ts'
import type { CacheProfile } from '../model/cache-profile.ts'
import type { CacheTtl } from '../model/cache-request.ts'
import { TTL_SECONDS } from '../model/ttl-seconds.ts'
import type { TtlModel } from '../simulate/cache-entry.ts'
import { followPrefix, type PrefixNode, prefixRoot } from '../simulate/prefix-path.ts'

/** A prefix's last block in the requests so far: its size, when it was last sent, and what it cost at least until then. */
interface Held {
  readonly tokens: number
  at: number
  costs: readonly number[]
}

/**
 * What the requests cost at least, in uncached input tokens, whatever is marked: every block is priced by itself with
 * full knowledge of what comes. Limits of marks, of look-back, of length and of readiness are left out, so no plan
 * for these blocks can cost less.
 */
export function lowerBound(
  requests: readonly { readonly at: number; readonly blocks: readonly CacheBlock[] }[],
  profile: CacheProfile,
  { ttlModel = 'segment' }: { readonly ttlModel?: TtlModel } = {},
): number {
  const lives = livesOf(profile, ttlModel)
  const root: PrefixNode<Held> = prefixRoot()
  const all: Held[] = []
  for (const { at, blocks } of requests) {
    for (const [index, node] of followPrefix(root, blocks, false).nodes.entries()) {
      if (!node.entry) {
        node.entry = {
          tokens: blocks[index]?.tokens ?? 0,
          at: Number.NEGATIVE_INFINITY,
          costs: [0],
        }
        all.push(node.entry)
      }
      const held = node.entry
      held.costs = step(held.costs, at - held.at, lives)
      held.at = at
    }
  }
  return all.reduce((sum, { tokens, costs }) => sum + tokens * Math.min(...costs), 0)
}

interface Lives {
  readonly read: number
  /** From the shortest to the longest. */
  readonly of: readonly { readonly seconds: number; readonly write: number }[]
  /** Whether a longer life can be had for what a shorter one holds at the price of a read. */
  readonly extends: boolean
}

function livesOf({ write, read, automaticTtl, mechanism }: CacheProfile, model: TtlModel): Lives {
  const isFree = mechanism === 'automatic' && automaticTtl && write[automaticTtl] === undefined
  const prices = isFree ? { ...write, [automaticTtl]: 1 } : write
  const of = (Object.entries(prices) as [CacheTtl, number][])
    .map(([ttl, price]) => ({ seconds: TTL_SECONDS[ttl], write: price }))
    .toSorted((one, other) => one.seconds - other.seconds)
  return { read, of, extends: model === 'entry' }
}

/** The least cost of a block up to now: `[not in the cache, held for the shortest life, …]`. */
function step(costs: readonly number[], gap: number, { read, of, extends: canExtend }: Lives) {
  const least = Math.min(...costs)
  const reads = of.map(({ seconds }, life) =>
    gap <= seconds
      ? (costs[life + 1] ?? Number.POSITIVE_INFINITY) + read
      : Number.POSITIVE_INFINITY,
  )
  const cheapest = Math.min(...of.map(({ write }) => write))
  const held = of.map(({ write }, life) => {
    const written = least + (canExtend ? cheapest : write)
    const shorter = canExtend ? reads.slice(0, life + 1) : reads.slice(life, life + 1)
    return Math.min(written, ...shorter)
  })
  return [Math.min(least + 1, ...reads), ...held]
}
