import type { HistoryMessage } from '../layers/history-message.ts'
import { beginsTurn } from './content-blocks.ts'
import { type CountMessage, countMessage, sumOf } from './count-message.ts'
import { repairHistory } from './repair-history.ts'

export interface TruncationOptions {
  /** Tokens that the history may grow to; beyond them it is cut. Less than 1 keeps nothing. */
  readonly high: number
  /** Tokens that a cut leaves at most, the latest turn excepted. */
  readonly low: number
  /** Default: `countMessage`. */
  readonly count?: CountMessage
  /** Where the kept part began last time: `from` of that result. Default: 0. */
  readonly from?: number
  /**
   * The provider's cache has nothing of this history, so that a cut costs nothing
   * now: it is made from half-way between the marks on. Store `from` then: the cut
   * is not found again from the history alone. Default: false.
   */
  readonly cold?: boolean
}

export interface HistoryCut {
  /** The messages that went: `from` inclusive, `to` exclusive. */
  readonly from: number
  readonly to: number
  readonly messages: number
  readonly tokens: number
}

export interface TruncatedHistory<Message> {
  readonly messages: readonly Message[]
  /** Tokens of what is kept. */
  readonly tokens: number
  /** Where the kept part begins in the repaired history; the history itself when it was valid. */
  readonly from: number
  /** What is left out of the history that was given; `null` when nothing is. */
  readonly cut: HistoryCut | null
}

/**
 * Keeps the end of a history, in steps: it grows to `high`, is cut once to `low`,
 * and grows again, so that what a cache has of it stays true for many turns. A cut
 * is at a turn of the person; the latest turn always stays, however long it is. The
 * cuts follow from the history alone: a caller that always passes all of it gets
 * the same beginning until the next cut is due. The result is repaired as by
 * `repairHistory`; indices are those of the repaired history.
 */
export function truncateHistory<Message extends HistoryMessage>(
  messages: readonly Message[],
  options: TruncationOptions,
): TruncatedHistory<Message> {
  const whole = repairHistory(messages)
  const { count = countMessage } = options
  const sizes = whole.map((message) => Math.max(0, count(message)) || 0)
  const from = options.high >= 1 ? findStart(whole, sizes, options) : whole.length
  const tokens = sumOf(sizes.slice(from))
  const gone = sumOf(sizes.slice(0, from))
  return {
    messages: whole.slice(from),
    tokens,
    from,
    cut: from === 0 ? null : { from: 0, to: from, messages: from, tokens: gone },
  }
}

function findStart(
  whole: readonly HistoryMessage[],
  sizes: readonly number[],
  { high, low, from = 0, cold = false }: TruncationOptions,
): number {
  const turns = whole.map(beginsTurn)
  const begun = turns.findIndex((turn, index) => turn && index >= from)
  let start = begun < 0 ? Math.max(0, turns.lastIndexOf(true)) : begun
  let tokens = 0
  let latest = start
  for (let index = start; index < whole.length; index++) {
    tokens += sizes[index] ?? 0
    if (turns[index]) latest = index
    const limit = cold && index === whole.length - 1 ? Math.min(high, (high + low) / 2) : high
    if (tokens <= limit) continue
    while (start < latest && (tokens > low || !turns[start])) tokens -= sizes[start++] ?? 0
  }
  return start
}
