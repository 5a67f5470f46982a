import type { CacheUsage } from '../model/cache-request.ts'
import type { CachePlan } from './cache-plan.ts'
import type { SessionLedger } from './session-ledger.ts'
import { count } from './words.ts'

/** What a provider charged, as far as it tells. */
export type ObservedUsage = Pick<CacheUsage, 'read' | 'written' | 'total'>

/** A request that was charged otherwise than predicted. */
export interface UsageDivergence {
  readonly kind: 'read-less' | 'read-more' | 'written-less' | 'written-more'
  /** How far it was off, in tokens of the provider's count. */
  readonly tokens: number
  readonly expected: { readonly read: number; readonly written: number }
  readonly actual: { readonly read: number; readonly written: number }
  readonly text: string
}

/** What was learned from an answer. */
export interface UsageObservation {
  /** To be kept instead of the plan's next ledger. */
  readonly session: SessionLedger
  readonly divergence: UsageDivergence | null
  /** The provider's count of the request's tokens beside the plan's: what further counts may be multiplied with. */
  readonly scale: number
}

/** A prediction counts as missed when it is off by more than this share of the request, or by so many tokens. */
const TOLERATED_SHARE = 0.02
const TOLERATED_TOKENS = 512

/**
 * Rule 9: compares what a request was charged with what its plan predicted, in the provider's own count of tokens.
 * After three misses in a row the session's plans are conservative; one prediction that holds ends that.
 */
export function observeUsage(plan: CachePlan, usage: ObservedUsage): UsageObservation {
  const { predicted, next } = plan
  const scale = predicted.total > 0 && usage.total > 0 ? usage.total / predicted.total : 1
  const expected = { read: predicted.read * scale, written: writtenOf(predicted) * scale }
  const actual = { read: usage.read, written: writtenOf(usage) }
  const divergence = divergenceOf(expected, actual, usage.total)
  const missed = divergence ? next.session.missed + 1 : 0
  return { session: { ...next.session, missed }, divergence, scale }
}

function writtenOf({ written }: Pick<CacheUsage, 'written'>): number {
  return Object.values(written).reduce((sum, tokens) => sum + (tokens ?? 0), 0)
}

function divergenceOf(
  expected: UsageDivergence['expected'],
  actual: UsageDivergence['actual'],
  total: number,
): UsageDivergence | null {
  const read = actual.read - expected.read
  const written = actual.written - expected.written
  const isRead = Math.abs(read) >= Math.abs(written)
  const off = isRead ? read : written
  const tokens = Math.abs(off)
  if (tokens <= TOLERATED_TOKENS && tokens <= TOLERATED_SHARE * total) return null
  const what = isRead ? 'read' : 'written'
  const kind: UsageDivergence['kind'] = `${what}-${off < 0 ? 'less' : 'more'}`
  const text = `${count(actual[what])} tokens were ${what}, and ${count(expected[what])} were expected`
  return { kind, tokens, expected, actual, text }
}
