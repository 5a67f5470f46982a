import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HistoryMessage } from '../layers/history-message.ts'
import { countMessage } from './count-message.ts'
import { anyHistory, goodHistory } from './fixtures/any-history.ts'
import { refusals } from './fixtures/check-messages.ts'
import { assistant, call, result, user } from './fixtures/messages.ts'
import { repairHistory } from './repair-history.ts'
import { truncateHistory } from './truncate-history.ts'

/** Turns of two messages, each of so many tokens. */
const turns = (count: number): readonly HistoryMessage[] =>
  Array.from({ length: count * 2 }, (_, index) => ({
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content: `m${index}`,
  }))
const count = () => 10
const marks = fc.record({ high: fc.nat(3000), low: fc.nat(3000) })

describe('truncateHistory', () => {
  it('leaves a history alone until it is above the high mark', () => {
    const history = turns(5)
    const whole = truncateHistory(history, { high: 100, low: 40, count })
    expect(whole).toEqual({ messages: history, tokens: 100, from: 0, cut: null })
  })

  it('then cuts once to the low mark, at a turn of the person, and says what went', () => {
    const history = turns(6)
    expect(truncateHistory(history, { high: 110, low: 45, count })).toEqual({
      messages: history.slice(8),
      tokens: 40,
      from: 8,
      cut: { from: 0, to: 8, messages: 8, tokens: 80 },
    })
  })

  it('takes 0 for none', () => {
    expect(truncateHistory(turns(3), { high: 0, low: 0, count }).messages).toEqual([])
    expect(truncateHistory(turns(3), { high: Number.NaN, low: 5, count }).messages).toEqual([])
  })

  it('keeps the latest turn whole, whatever it takes', () => {
    const history: readonly HistoryMessage[] = [
      ...turns(2),
      user('go'),
      assistant([call('a'), call('b')]),
      user([result('a'), result('b')]),
    ]
    expect(truncateHistory(history, { high: 1, low: 0, count }).messages).toEqual(history.slice(4))
  })

  it('never slides: a grown history begins where it began, until the next cut is due', () => {
    const history = turns(200)
    const starts = history.map(
      (_, end) => truncateHistory(history.slice(0, end + 1), { high: 500, low: 100, count }).from,
    )
    expect(new Set(starts).size).toBe(10)
    expect(starts).toEqual([...starts].sort((a, b) => a - b))
  })

  it('gives the same whether the whole history is kept or what was left of it', () => {
    fc.assert(
      fc.property(goodHistory, fc.nat(400), fc.nat(400), (history, a, b) => {
        const options = { high: Math.max(a, b) + 1, low: Math.min(a, b) }
        let kept: readonly HistoryMessage[] = []
        for (const [index, message] of history.entries()) {
          kept = truncateHistory([...kept, message], options).messages
          const direct = truncateHistory(history.slice(0, index + 1), options)
          expect(kept).toEqual(direct.messages)
        }
      }),
      { numRuns: 30 },
    )
  })

  it('goes on from where it began last', () => {
    const history = turns(6)
    expect(truncateHistory(history, { high: 1000, low: 10, count, from: 4 }).from).toBe(4)
    expect(truncateHistory(history, { high: 1000, low: 10, count, from: 5 }).from).toBe(6)
    expect(truncateHistory(history, { high: 1000, low: 10, count, from: 99 }).from).toBe(10)
  })

  it('cuts earlier while the cache is cold', () => {
    const history = turns(6)
    expect(truncateHistory(history, { high: 160, low: 40, count }).from).toBe(0)
    expect(truncateHistory(history, { high: 160, low: 40, count, cold: true }).from).toBe(8)
    expect(truncateHistory(turns(5), { high: 160, low: 40, count, cold: true }).from).toBe(0)
  })

  it('makes a valid request of any messages, once, and never a longer one', () => {
    fc.assert(
      fc.property(anyHistory, marks, fc.boolean(), (history, { high, low }, cold) => {
        const cut = truncateHistory(history, { high, low, cold })
        expect(refusals(cut.messages)).toEqual([])
        expect(truncateHistory(cut.messages, { high, low }).messages).toEqual(cut.messages)
        const whole = repairHistory(history)
        expect(cut.tokens + (cut.cut?.tokens ?? 0)).toBe(
          whole.reduce((sum, message) => sum + countMessage(message), 0),
        )
        expect(whole.slice(cut.from)).toEqual(cut.messages)
        expect(high < 1 || whole.length === 0 || cut.messages.length > 0).toBe(true)
      }),
      { numRuns: 200 },
    )
  })
})
