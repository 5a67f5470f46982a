import type { CacheProfile } from '../model/cache-profile.ts'
import type { CacheMark } from '../model/cache-request.ts'
import { TTL_SECONDS } from '../model/ttl-seconds.ts'
import { type Prefix, walkPrefix } from '../plan/fingerprint.ts'
import { foundFrom, type KnownEntry } from '../plan/known-entries.ts'
import { count, duration } from '../plan/words.ts'
import { blockDifference } from './block-difference.ts'
import type { BlockDifference, ExplainedRequest, MissCause, MissExplanation } from './miss.ts'

/** Seconds until an answer begins, before which nobody can read what its request writes. */
const ANSWER_BEGINS = 1.5

/** Both requests, and what follows from the provider's rules. */
interface Comparison {
  readonly profile: CacheProfile
  readonly after: ExplainedRequest
  readonly prefix: Prefix
  /** Of the first request, longest last. */
  readonly entries: readonly KnownEntry[]
  /** Those of them that the second one has as its own prefix, longest last. */
  readonly shared: readonly KnownEntry[]
  readonly difference: BlockDifference | null
  readonly gap: number
}

/**
 * Why a request reads less than the one before it left in the cache: which block is the first that differs, whether the
 * time ran out, whether a mark looks back far enough. Says what a provider's rules say; it asks no provider.
 */
export function explainMiss(
  before: ExplainedRequest,
  after: ExplainedRequest,
  { profile, gapSeconds }: { readonly profile: CacheProfile; readonly gapSeconds: number },
): MissExplanation {
  const own = walkPrefix(before.blocks, profile.collapsesRuns)
  const prefix = walkPrefix(after.blocks, profile.collapsesRuns)
  const difference = blockDifference(before, after)
  const entries = entriesOf(before, own, profile)
  const same = difference?.index ?? before.blocks.length
  const shared = sharedEntries(entries, same, profile)
  const comparison = { profile, after, prefix, entries, shared, difference, gap: gapSeconds }
  const identity = identityCauses(before, after)
  const left = inSteps(own.tokensTo(entries.at(-1)?.index ?? -1), profile)
  const read = identity.length > 0 ? 0 : inSteps(prefix.tokensTo(readIndex(comparison)), profile)
  const lost = left - read
  const causes = [
    ...identity,
    ...writeCauses(before, own, profile),
    ...differenceCauses(comparison, left),
    ...readCauses(comparison),
  ]
  const isMiss = lost > 0 || entries.length === 0
  return { left, read, lost, difference, causes: isMiss ? causes : [] }
}

function inSteps(tokens: number, { mechanism, step = 1, minTokens }: CacheProfile): number {
  if (mechanism !== 'automatic') return tokens
  return tokens < minTokens ? 0 : Math.floor(tokens / step) * step
}

/** What the first request left, each entry of a mark or, where all is cached, of the whole. */
function entriesOf(
  { blocks, marks, markedOnly = false }: ExplainedRequest,
  prefix: Prefix,
  profile: CacheProfile,
): readonly KnownEntry[] {
  const end = blocks.length - 1
  const ttl = profile.automaticTtl
  const isWhole =
    ttl &&
    end >= 0 &&
    (profile.mechanism === 'automatic' || (profile.mechanism === 'both' && !markedOnly))
  const placed: readonly CacheMark[] = [
    ...(profile.mechanism === 'automatic' ? [] : marks),
    ...(isWhole ? [{ index: end, ttl }] : []),
  ]
  return placed
    .filter(({ index }) => prefix.tokensTo(index) >= profile.minTokens)
    .map(({ index, ttl: life }) => ({ index, ttl: life, usedAt: 0 }))
}

/** Where a provider keeps every prefix, what is shared is one of them. */
function sharedEntries(
  entries: readonly KnownEntry[],
  same: number,
  { mechanism }: CacheProfile,
): readonly KnownEntry[] {
  if (mechanism !== 'automatic') return entries.filter(({ index }) => index < same)
  return entries
    .map((entry) => ({ ...entry, index: Math.min(entry.index, same - 1) }))
    .filter(({ index }) => index >= 0)
}

function aliveOf({ shared, gap }: Comparison): readonly KnownEntry[] {
  return gap < ANSWER_BEGINS ? [] : shared.filter(({ ttl }) => gap <= TTL_SECONDS[ttl])
}

function longMarks({ profile, after, prefix }: Comparison): readonly CacheMark[] {
  const end = after.blocks.length - 1
  const ttl = profile.automaticTtl
  const isWhole = ttl !== undefined && profile.mechanism !== 'marks' && !after.markedOnly
  const marks = isWhole ? [...after.marks, { index: end, ttl }] : after.marks
  return marks.filter(({ index }) => prefix.tokensTo(index) >= profile.minTokens)
}

function readIndex(comparison: Comparison): number {
  const alive = aliveOf(comparison)
  if (comparison.profile.mechanism === 'automatic') return alive.at(-1)?.index ?? -1
  for (const { index } of longMarks(comparison).toReversed()) {
    const found = foundFrom(index, alive, comparison)
    if (found) return found.index
  }
  return -1
}

function identityCauses(before: ExplainedRequest, after: ExplainedRequest): readonly MissCause[] {
  const causes: MissCause[] = []
  if (before.cacheKey !== after.cacheKey) {
    causes.push({
      code: 'key-changed',
      text: `The cache key is another one: ${before.cacheKey ?? 'none'}, then ${after.cacheKey ?? 'none'}`,
    })
  }
  const names = Object.keys({ ...before.settings, ...after.settings })
  for (const name of names.filter((one) => before.settings?.[one] !== after.settings?.[one])) {
    const values = `${before.settings?.[name] ?? 'not set'}, then ${after.settings?.[name] ?? 'not set'}`
    causes.push({ code: 'settings-changed', text: `${name} changed: ${values}` })
  }
  return causes
}

function writeCauses(
  before: ExplainedRequest,
  prefix: Prefix,
  profile: CacheProfile,
): readonly MissCause[] {
  if (entriesOf(before, prefix, profile).length > 0) return []
  const isMarked = before.marks.length > 0 || profile.mechanism === 'automatic'
  if (!isMarked)
    return [
      {
        code: 'nothing-written',
        text: 'The first request carries no mark: it left nothing in the cache',
      },
    ]
  const tokens = prefix.tokensTo(before.marks.at(-1)?.index ?? before.blocks.length - 1)
  return [
    {
      code: 'written-below-minimum',
      text: `The first request left nothing in the cache: ${count(tokens)} tokens are fewer than the ${profile.minTokens} from which on this model caches`,
    },
  ]
}

function differenceCauses(
  { difference, entries, profile, after, prefix }: Comparison,
  left: number,
): readonly MissCause[] {
  const deepest = entries.at(-1)?.index ?? -1
  if (!difference || difference.index > deepest) return []
  const same = prefix.tokensTo(difference.index - 1)
  const where = [
    difference.owner,
    `block ${difference.index + 1} of ${after.blocks.length}`,
    difference.part,
    difference.scope && `shared by ${difference.scope}`,
  ]
  const text = `${HOW[difference.how]} (${where.filter(Boolean).join(', ')}): ${count(left - inSteps(same, profile))} tokens from there on are another prefix`
  return [{ code: 'block-differs', text }]
}

const HOW: Readonly<Record<BlockDifference['how'], string>> = {
  changed: 'A block changed',
  inserted: 'A block was put in front of others',
  removed: 'A block is gone',
  moved: 'Blocks stand in another order',
  cut: 'The second request ends earlier',
}

/** Why a shared entry was not found. */
function readCauses(comparison: Comparison): readonly MissCause[] {
  const { shared, gap } = comparison
  const longest = shared.at(-1)
  if (!longest) return []
  if (gap < ANSWER_BEGINS) {
    return [
      {
        code: 'concurrent',
        text: `The second request started ${gap} s after the first: what is being written can be read only when the answer to it has begun`,
      },
    ]
  }
  if (gap > TTL_SECONDS[longest.ttl]) {
    return [
      {
        code: 'expired',
        text: `${duration(gap)} passed, and the longest entry that both share lives ${longest.ttl}`,
      },
    ]
  }
  return comparison.profile.mechanism === 'automatic' ? [] : markCauses(comparison, longest)
}

function markCauses(comparison: Comparison, longest: KnownEntry): readonly MissCause[] {
  const { after, profile, prefix } = comparison
  if (readIndex(comparison) === longest.index) return []
  const long = longMarks(comparison)
  const last = long.at(-1)
  if (!last) {
    return after.marks.length === 0
      ? [
          {
            code: 'nothing-marked',
            text: 'The second request carries no mark: it looks for nothing',
          },
        ]
      : [
          {
            code: 'marked-below-minimum',
            text: `No mark of the second request stands on ${profile.minTokens} tokens or more`,
          },
        ]
  }
  if (last.index < longest.index) {
    return [
      {
        code: 'marks-moved',
        text: `The last mark stands on block ${last.index + 1}, in front of what was cached up to block ${longest.index + 1}`,
      },
    ]
  }
  const nearest = long.find(({ index }) => index >= longest.index) ?? last
  const away = prefix.positionOf(nearest.index) - prefix.positionOf(longest.index) + 1
  return [
    {
      code: 'look-back-exceeded',
      text: `What was cached ends on block ${longest.index + 1}; the nearest mark behind it is ${away} positions away, and a mark looks back ${profile.lookback ?? 0}: put one on block ${longest.index + 1}, too`,
    },
  ]
}
