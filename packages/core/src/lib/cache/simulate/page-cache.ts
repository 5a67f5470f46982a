import type { CacheProfile } from '../model/cache-profile.ts'
import { TTL_SECONDS } from '../model/ttl-seconds.ts'
import { followPrefix, type PrefixNode, type PrefixPath, prefixRoot } from './prefix-path.ts'
import type { PromptCache } from './simulated-usage.ts'
import { usageOf } from './usage-of.ts'

/** When a prefix was last used, and from when on it can be read. */
interface Page {
  used: number
  readonly availableAt: number
}

/** A cache that keeps every prefix by itself, in whole steps: what two requests have in common is read. */
export function createPageCache(profile: CacheProfile, ttft: number): PromptCache {
  const root: PrefixNode<Page> = prefixRoot()
  const ttl = profile.automaticTtl ?? '5m'
  const { step = 1, minTokens } = profile
  const inSteps = (tokens: number): number =>
    tokens < minTokens ? 0 : Math.floor(tokens / step) * step
  const isHeld = (page: Page, now: number): boolean => now - page.used <= TTL_SECONDS[ttl]

  /** Blocks from the first on that are there, as far as none is missing. */
  const countReadable = ({ nodes }: PrefixPath<Page>, now: number): number => {
    const missing = nodes.findIndex(
      ({ entry }) => !entry || now < entry.availableAt || !isHeld(entry, now),
    )
    return missing < 0 ? nodes.length : missing
  }

  const keep = ({ nodes }: PrefixPath<Page>, now: number): void => {
    for (const node of nodes) {
      if (node.entry && isHeld(node.entry, now)) node.entry.used = Math.max(node.entry.used, now)
      else node.entry = { used: now, availableAt: now + ttft }
    }
  }

  return {
    send({ at, blocks }) {
      const path = followPrefix(root, blocks, profile.collapsesRuns)
      const { ends, total } = path
      const read = inSteps(ends[countReadable(path, at) - 1] ?? 0)
      keep(path, at)
      const written = profile.write[ttl] === undefined ? {} : { [ttl]: inSteps(total) - read }
      return {
        ...usageOf(profile, { total, read, written }),
        hit: ends.findLastIndex((end) => end <= read),
      }
    },
  }
}
