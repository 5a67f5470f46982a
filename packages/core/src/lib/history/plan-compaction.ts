import type { HistoryBlock, HistoryMessage } from '../layers/history-message.ts'
import { callIdOf, fieldOf, resultIdOf } from '../layers/tool-blocks.ts'
import { clip } from '../text/clip.ts'
import { beginsTurn, blocksOf, saidBy } from './content-blocks.ts'
import { type CountMessage, countMessage, sumOf } from './count-message.ts'
import { repairHistory } from './repair-history.ts'
import { isSummary } from './summary-frame.ts'

export interface CompactionOptions {
  /** Tokens that the model takes, all told. */
  readonly window: number
  /** Tokens of the window kept free for the answer and for what is not in the history. Default: 20000, at most half of the window. */
  readonly reserve?: number
  /** Tokens of the newest messages that stay as they are. Default: 20000, at most half of what the reserve leaves. */
  readonly keepRecent?: number
  /** Tokens of the next request, as from `anchorCount`. Default: the history alone. */
  readonly used?: number
  /** The same, counted by the provider: then nothing is estimated. Default: it was not asked. */
  readonly counted?: number
  /** Facts that stay word for word, whatever the model writes. Default: none. */
  readonly pinned?: readonly string[]
  /** What runs besides the calls of the history (sub-agents, processes), one line each. Default: none. */
  readonly running?: readonly string[]
  /** The provider refused the request as too long: compaction is due whatever the figures say. Default: false. */
  readonly overflow?: boolean
  /** Default: `countMessage`. */
  readonly count?: CountMessage
}

/** What a compaction would do; data, so that it can be shown before it is done. */
export interface CompactionPlan<Message> {
  readonly due: boolean
  /** Why it is due or not, in a sentence. */
  readonly reason: string
  /** The whole repaired history: `head`, then `tail`. */
  readonly messages: readonly Message[]
  /** What the summary takes the place of. */
  readonly head: readonly Message[]
  /** What stays as it is; no call is parted from its result. */
  readonly tail: readonly Message[]
  /** What the person said last in the head, repeated after the summary; empty when the tail begins with a turn of theirs. */
  readonly lastSaid: readonly HistoryBlock[]
  readonly pinned: readonly string[]
  /** Calls without a result and what the caller listed, one line each. */
  readonly running: readonly string[]
  readonly tokens: number
  /** What the next request is taken to have, and what it may have. */
  readonly used: number
  readonly limit: number
  readonly headTokens: number
  readonly overflow: boolean
  readonly count: CountMessage
}

/**
 * Decides whether a history has to be compacted and where it is parted: at a turn of
 * the person where the newest messages allow it, else between two steps of the turn
 * that is under way, whose request is then repeated after the summary.
 */
export function planCompaction<Message extends HistoryMessage>(
  messages: readonly Message[],
  options: CompactionOptions,
): CompactionPlan<Message> {
  const { window, overflow = false, count = countMessage } = options
  const reserve = Math.min(options.reserve ?? 20_000, window / 2)
  const keepRecent = Math.min(options.keepRecent ?? 20_000, (window - reserve) / 2)
  const whole = repairHistory(messages)
  const sizes = whole.map((message) => count(message))
  const all = sumOf(sizes)
  const start = tailStart(whole, sizes, keepRecent)
  const [head, tail] = [whole.slice(0, start), whole.slice(start)]
  const used = options.counted ?? Math.round(Math.max(all, options.used ?? 0))
  const limit = Math.floor(window - reserve)
  const full = overflow || used > window - reserve
  return {
    due: full && head.length > 0,
    reason: reasonOf({
      used,
      limit,
      full,
      overflow,
      parts: head.length,
    }),
    messages: whole,
    head,
    tail,
    lastSaid: tail[0]?.role === 'assistant' ? lastSaid(head) : [],
    pinned: options.pinned ?? [],
    running: [...openCalls(tail), ...(options.running ?? [])],
    tokens: all,
    used,
    limit,
    headTokens: sumOf(sizes.slice(0, start)),
    overflow,
    count,
  }
}

/** Index from which on messages stay: 0 when nothing can be taken away. */
function tailStart(
  messages: readonly HistoryMessage[],
  sizes: readonly number[],
  keepRecent: number,
): number {
  const after = suffixSums(sizes)
  const fits = (index: number) => (after[index] ?? 0) <= keepRecent
  const indices = [...messages.keys()].slice(1)
  const isTurn = (index: number) => isAt(messages, index, beginsTurn)
  const isStep = (index: number) => isAt(messages, index, ({ role }) => role === 'assistant')
  const turn = indices.find((index) => isTurn(index) && fits(index))
  const step = indices.find((index) => isStep(index) && fits(index))
  // Even the newest step may be longer than what should stay.
  return turn ?? step ?? indices.findLast((index) => isTurn(index) || isStep(index)) ?? 0
}

function isAt(
  messages: readonly HistoryMessage[],
  index: number,
  test: (message: HistoryMessage) => boolean,
): boolean {
  const message = messages[index]
  return message !== undefined && test(message)
}

function lastSaid(head: readonly HistoryMessage[]): readonly HistoryBlock[] {
  const said = head.map((message) => saidBy(message).filter((block) => !isSummary(block)))
  return said.findLast((blocks) => blocks.length > 0) ?? []
}

function openCalls(tail: readonly HistoryMessage[]): readonly string[] {
  const blocks = tail.flatMap(blocksOf)
  const answered = new Set(blocks.flatMap((block) => resultIdOf(block) ?? []))
  return blocks.flatMap((block) => {
    const id = callIdOf(block)
    if (id === null || answered.has(id)) return []
    const input = clip(JSON.stringify(fieldOf(block, 'input')) ?? '', 200)
    return [`call ${id}: ${fieldOf(block, 'name')}(${input})`]
  })
}

interface Reasons {
  readonly used: number
  readonly limit: number
  readonly full: boolean
  readonly overflow: boolean
  readonly parts: number
}

function reasonOf({ used, limit, full, overflow, parts }: Reasons): string {
  if (!full) return `${used} of ${limit} tokens are used`
  if (parts === 0) return 'the newest messages are all there is; nothing can be summarised'
  return overflow
    ? 'the provider refused the request as too long'
    : `${used} tokens are more than ${limit}`
}

function suffixSums(sizes: readonly number[]): readonly number[] {
  const sums: number[] = []
  let sum = 0
  for (let index = sizes.length - 1; index >= 0; index--) {
    sum += sizes[index] ?? 0
    sums[index] = sum
  }
  return sums
}
