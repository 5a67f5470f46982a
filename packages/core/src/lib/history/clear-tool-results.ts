import type { HistoryBlock, HistoryMessage } from '../layers/history-message.ts'
import { callIdOf, fieldOf, resultIdOf, withFields } from '../layers/tool-blocks.ts'
import type { CacheWarmth } from './cache-warmth.ts'
import { clearedText, isCleared } from './cleared-text.ts'
import { beginsTurn, blocksOf, withBlocks } from './content-blocks.ts'
import { type CountMessage, countMessage } from './count-message.ts'
import { repairHistory } from './repair-history.ts'
import { shrinkArguments } from './shrink-arguments.ts'

export interface ClearingOptions {
  /** From `cacheWarmth`. While the cache is warm nothing more is cleared; what was stays so. */
  readonly at: CacheWarmth
  /** Calls whose results were cleared before: `cleared` of the last result. Default: none. */
  readonly cleared?: readonly string[]
  /** The newest results that stay. Default: 5. */
  readonly keepLast?: number
  /** The latest turns of the person whose results stay. Default: 0, so that a long tool loop can be cleared. */
  readonly keepTurns?: number
  /** Smaller results stay, in tokens. Default: 100. */
  readonly minTokens?: number
  /** Nothing is cleared until that many tokens go at once. Default: 1000. */
  readonly minSaved?: number
  /** Longest string in the arguments of a call whose result is cleared, in UTF-16 units. Default: 200. */
  readonly argumentChars?: number
  /** Tools whose results always stay, as a skill that was read. Default: none. */
  readonly keepTools?: readonly string[]
  /** Default: `countMessage`. */
  readonly count?: CountMessage
}

export interface ClearedHistory<Message> {
  readonly messages: readonly Message[]
  /** Ids of all calls whose results are cleared now, in the order of the history; store it with the session. */
  readonly cleared: readonly string[]
  /** Tokens that the history has less than it was given with. */
  readonly saved: number
}

/**
 * Takes the old results of tools out of a history, in one batch and only while the
 * cache of the provider is cold: a note with the call and the size stands in their
 * place, and long strings in the arguments of their calls are cut. Once cleared, a
 * result has the same bytes in every later request. A result that would not get
 * smaller stays. The history is repaired as by `repairHistory`.
 */
export function clearToolResults<Message extends HistoryMessage>(
  messages: readonly Message[],
  options: ClearingOptions,
): ClearedHistory<Message> {
  const whole = repairHistory(messages)
  const { count = countMessage, argumentChars = 200, cleared = [] } = options
  const sticky = new Set(cleared)
  const exchanges = exchangesOf(whole)
  const chosen = new Set([...sticky, ...chooseNew(exchanges, sticky, { ...options, count })])
  const calls = new Map(exchanges.map(({ id, call }) => [id, call]))
  const changed = whole.map((message) =>
    withBlocks(message, (block) => {
      const result = resultIdOf(block)
      if (result !== null && chosen.has(result)) return clearedResult(block, calls.get(result))
      const call = callIdOf(block)
      return call !== null && chosen.has(call) ? shrunkCall(block, argumentChars) : block
    }),
  )
  const saved = whole.reduce((sum, message, index) => {
    const now = changed[index] ?? message
    return now === message ? sum : sum + count(message) - count(now)
  }, 0)
  const ids = exchanges.flatMap(({ id }) => (chosen.has(id) ? [id] : []))
  return { messages: changed, cleared: ids, saved }
}

/** A call with its result. */
interface Exchange {
  readonly id: string
  readonly call: HistoryBlock
  readonly result: HistoryBlock
  /** Turns of the person that began after it. */
  readonly turnsAfter: number
}

function exchangesOf(messages: readonly HistoryMessage[]): readonly Exchange[] {
  const calls = new Map<string, HistoryBlock>()
  let turnsAfter = messages.filter(beginsTurn).length
  return messages.flatMap((message) => {
    if (beginsTurn(message)) turnsAfter--
    return blocksOf(message).flatMap((block) => {
      const called = callIdOf(block)
      if (called !== null) calls.set(called, block)
      const id = resultIdOf(block)
      const call = id === null ? undefined : calls.get(id)
      return id === null || call === undefined ? [] : [{ id, call, result: block, turnsAfter }]
    })
  })
}

function chooseNew(
  exchanges: readonly Exchange[],
  sticky: ReadonlySet<string>,
  options: ClearingOptions & { readonly count: CountMessage },
): readonly string[] {
  const { at, keepLast = 5, keepTurns = 0, minTokens = 100, minSaved = 1000 } = options
  if (at === 'warm') return []
  const { count, keepTools = [] } = options
  const old = exchanges.slice(0, Math.max(0, exchanges.length - Math.max(0, keepLast)))
  const gains = old.flatMap(({ id, call, result, turnsAfter }) => {
    if (turnsAfter < keepTurns || sticky.has(id)) return []
    if (keepTools.includes(String(fieldOf(call, 'name')))) return []
    const tokens = count({ role: 'user', content: [result] })
    const gain = tokens - count({ role: 'user', content: [clearedResult(result, call)] })
    return tokens < minTokens || gain <= 0 ? [] : [{ id, gain }]
  })
  const saved = gains.reduce((sum, { gain }) => sum + gain, 0)
  return saved < minSaved ? [] : gains.map(({ id }) => id)
}

function clearedResult(result: HistoryBlock, call: HistoryBlock | undefined): HistoryBlock {
  if (isCleared(result)) return result
  return withFields(result, { content: clearedText(result, call) })
}

function shrunkCall(call: HistoryBlock, argumentChars: number): HistoryBlock {
  const input = fieldOf(call, 'input')
  const shrunk = shrinkArguments(input, argumentChars)
  return shrunk === input ? call : withFields(call, { input: shrunk })
}
