import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Another simulator, from a module with a class `AnthropicCache`, and the same with its known fault mended. */
export async function openOtherCache(path) {
  const { AnthropicCache } = await import(pathToFileURL(resolve(path)).href)
  return { AnthropicCache, MendedCache: mend(AnthropicCache) }
}

/** Our rules in the words of the other one. */
export function otherRules({ minTokens, lookback, collapsesRuns, ttlModel }) {
  return { min: minTokens, lookback, collapseRuns: collapsesRuns, ttlModel, ttft: 1.5 }
}

/** Each bill: read, written for 5 minutes, for an hour, plain, all, the cost in thousandths, the block of the hit. */
export function billsOf(cache, requests) {
  return requests.map((request) => {
    const { read, w5, w1, plain, total, cost, A } = cache.send(toOther(request))
    return [read, w5, w1, plain, total, Math.round(cost * 1000), A]
  })
}

function toOther({ at, blocks, marks }) {
  const sent = blocks.map(({ hash, tokens, role, part, kind }) => ({
    h: hash,
    tok: tokens,
    role: role ?? part,
    type: kind,
  }))
  for (const { index, ttl } of marks) sent[index].cc = ttl
  return { time: at, blocks: sent }
}

/**
 * An entry whose ancestor has expired stays in its place when its prefix is written again, is billed at every request
 * and never read. Here it is gone before the request comes.
 */
function mend(AnthropicCache) {
  return class MendedCache extends AnthropicCache {
    dropped = 0

    send(request) {
      let node = this.root
      for (const { h } of request.blocks) {
        node = node.kids.get(h)
        if (!node) break
        if (!node.e || !this.isOrphan(node.e, request.time)) continue
        node.e = null
        this.dropped++
      }
      return super.send(request)
    }

    isOrphan(entry, now) {
      if (this.ttlModel !== 'segment' || now - entry.used > entry.ttl) return false
      for (let below = entry.parent; below; below = below.parent) {
        if (now - below.used > below.ttl) return true
      }
      return false
    }
  }
}
