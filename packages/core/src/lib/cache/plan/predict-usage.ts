import type { CacheProfile } from '../model/cache-profile.ts'
import type { CacheMark, CacheTtl, CacheUsage } from '../model/cache-request.ts'
import { usageOf } from '../simulate/usage-of.ts'
import type { Prefix } from './fingerprint.ts'
import { foundFrom, type KnownEntry } from './known-entries.ts'

/** A marked request, and what is known of the cache before it. */
export interface Prediction {
  readonly profile: CacheProfile
  readonly prefix: Prefix
  readonly length: number
  readonly marks: readonly CacheMark[]
  readonly markedOnly: boolean
  readonly alive: readonly KnownEntry[]
  readonly at: number
}

/** What a request is expected to be charged, and what is then in the cache of its prefixes. */
export interface Predicted {
  readonly usage: CacheUsage
  /** Position of the last block that is read, or -1. */
  readonly hit: number
  readonly entries: readonly KnownEntry[]
}

/** By the provider's rules, from what is known; where more is there than is known, more is read. */
export function predictUsage(prediction: Prediction): Predicted {
  return prediction.profile.mechanism === 'automatic'
    ? predictPages(prediction)
    : predictMarked(prediction)
}

function predictMarked(prediction: Prediction): Predicted {
  const { profile, prefix, length, alive, at } = prediction
  const marks = effectiveMarks(prediction)
  const hit = hitOf(marks, prediction)
  const written: Partial<Record<CacheTtl, number>> = {}
  const fresh: KnownEntry[] = []
  let start = prefix.tokensTo(hit)
  for (const { index, ttl } of marks) {
    if (index <= hit) continue
    const end = prefix.tokensTo(index)
    written[ttl] = (written[ttl] ?? 0) + end - start
    start = end
    fresh.push({ index, ttl, usedAt: at })
  }
  const rewritten = new Set(fresh.map(({ index }) => index))
  const kept = alive
    .filter(({ index }) => !rewritten.has(index))
    .map((entry) =>
      entry.index <= hit && profile.sliding !== false ? { ...entry, usedAt: at } : entry,
    )
  const entries = [...kept, ...fresh].sort((one, other) => one.index - other.index)
  const charged = { total: prefix.tokensTo(length - 1), read: prefix.tokensTo(hit), written }
  return { usage: usageOf(profile, charged), hit, entries }
}

/** Those that are long enough, and the provider's own. */
function effectiveMarks({
  profile,
  prefix,
  length,
  marks,
  markedOnly,
}: Prediction): readonly CacheMark[] {
  const own = profile.mechanism === 'both' && !markedOnly ? profile.automaticTtl : undefined
  const all =
    own && length > 0 && marks.at(-1)?.index !== length - 1
      ? [...marks, { index: length - 1, ttl: own }]
      : marks
  return all.filter(({ index }) => prefix.tokensTo(index) >= profile.minTokens)
}

function hitOf(marks: readonly CacheMark[], prediction: Prediction): number {
  for (let at = marks.length - 1; at >= 0; at--) {
    const found = foundFrom(marks[at]?.index ?? -1, prediction.alive, prediction)
    if (found) return found.index
  }
  return -1
}

function predictPages({ profile, prefix, length, alive, at }: Prediction): Predicted {
  const { minTokens, step = 1, automaticTtl: ttl = '5m' } = profile
  const inSteps = (tokens: number): number =>
    tokens < minTokens ? 0 : Math.floor(tokens / step) * step
  const hit = alive.at(-1)?.index ?? -1
  const total = prefix.tokensTo(length - 1)
  const read = inSteps(prefix.tokensTo(hit))
  const written = profile.write[ttl] === undefined ? {} : { [ttl]: inSteps(total) - read }
  const entries = alive.map((entry) => ({ ...entry, usedAt: at }))
  return { usage: usageOf(profile, { total, read, written }), hit, entries }
}
