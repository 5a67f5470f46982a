import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HistoryMessage } from '../layers/history-message.ts'
import { cacheWarmth } from './cache-warmth.ts'
import { clearToolResults } from './clear-tool-results.ts'
import { countMessage } from './count-message.ts'
import { anyHistory, goodHistory } from './fixtures/any-history.ts'
import { refusals } from './fixtures/check-messages.ts'
import { assistant, call, result, user } from './fixtures/messages.ts'
import { repairHistory } from './repair-history.ts'
import { shrinkArguments } from './shrink-arguments.ts'

const tokensOf = (messages: readonly HistoryMessage[]) =>
  messages.reduce((sum, message) => sum + countMessage(message), 0)

/** One turn with so many calls, each with its message. */
function loop(calls: number, answer = 'word '.repeat(400)): readonly HistoryMessage[] {
  const steps = Array.from({ length: calls }, (_, index) => [
    assistant([call(`c${index}`, { path: `${index}.ts` })]),
    user([result(`c${index}`, answer)]),
  ])
  return [user('go'), ...steps.flat()]
}

const eager = { keepLast: 0, minTokens: 0, minSaved: 0 }

describe('clearToolResults', () => {
  it('clears old results while the cache is cold, with a note of what was there', () => {
    const history = loop(7)
    const { messages, cleared, saved } = clearToolResults(history, { at: 'cold', minSaved: 1 })
    expect(cleared).toEqual(['c0', 'c1'])
    expect(messages[2]?.content).toEqual([
      {
        type: 'tool_result',
        tool_use_id: 'c0',
        content:
          '[cleared: the result of read_file({"path":"0.ts"}), 2000 characters. Call it again if it is needed.]',
      },
    ])
    expect(saved).toBe(tokensOf(history) - tokensOf(messages))
    expect(messages.slice(5)).toEqual(history.slice(5))
  })

  it('clears nothing while the cache is warm, and keeps the bytes of what was cleared', () => {
    const history = loop(9)
    expect(clearToolResults(history, { at: 'warm' }).messages).toEqual(history)
    const before = clearToolResults(loop(8), { at: 'cold', minSaved: 1 })
    const after = clearToolResults(history, { at: 'warm', cleared: before.cleared })
    expect(after.messages.slice(0, before.messages.length)).toEqual(before.messages)
    expect(after.cleared).toEqual(before.cleared)
  })

  it('waits until a batch is worth it, and leaves small results and some tools alone', () => {
    expect(clearToolResults(loop(7), { at: 'cold', minSaved: 5000 }).cleared).toEqual([])
    expect(clearToolResults(loop(7, 'ok'), { at: 'cold', minSaved: 1 }).cleared).toEqual([])
    const skills = clearToolResults(loop(7), { at: 'cold', minSaved: 1, keepTools: ['read_file'] })
    expect(skills.cleared).toEqual([])
    expect(clearToolResults(loop(7), { at: 'cold', minSaved: 1, keepTurns: 1 }).cleared).toEqual([])
  })

  it('may clear on the first load after a restart, and not in a running tool loop', () => {
    expect(cacheWarmth({ lastRequestAt: null, now: 5, ttl: 300 })).toBe('cold')
    expect(cacheWarmth({ lastRequestAt: 0, now: 301, ttl: 300 })).toBe('cold')
    let lastRequestAt = 0
    for (let now = 0; now < 3000; now += 250) {
      expect(cacheWarmth({ lastRequestAt, now, ttl: 300 })).toBe('warm')
      lastRequestAt = now
    }
  })

  it('is valid, sticky and never longer, whatever the history', () => {
    fc.assert(
      fc.property(anyHistory, fc.nat(4), (history, keepLast) => {
        const whole = repairHistory(history)
        const cold = clearToolResults(history, { at: 'cold', ...eager, keepLast })
        expect(refusals(cold.messages)).toEqual([])
        expect(cold.saved).toBe(tokensOf(whole) - tokensOf(cold.messages))
        expect(cold.saved).toBeGreaterThanOrEqual(0)
        const { cleared } = cold
        const raw = clearToolResults(history, { at: 'warm', cleared })
        const kept = clearToolResults(cold.messages, { at: 'cold', ...eager, keepLast, cleared })
        for (const again of [raw, kept])
          expect(JSON.stringify(again.messages)).toBe(JSON.stringify(cold.messages))
      }),
      { numRuns: 200 },
    )
  })

  it('leaves the beginning of a request as it was when the history grows', () => {
    fc.assert(
      fc.property(goodHistory, fc.nat(60), (history, at) => {
        const before = clearToolResults(history.slice(0, at), { at: 'cold', ...eager })
        const after = clearToolResults(history, { at: 'warm', cleared: before.cleared })
        expect(after.messages.slice(0, before.messages.length)).toEqual(before.messages)
      }),
    )
  })
})

describe('shrinkArguments', () => {
  it('cuts long strings wherever they stand and stays JSON', () => {
    const input = { path: 'a', edits: [{ old: 'x'.repeat(500), line: 3 }], all: true, none: null }
    expect(shrinkArguments(input, 60)).toEqual({
      path: 'a',
      edits: [{ old: `${'x'.repeat(43)} [500 characters]`, line: 3 }],
      all: true,
      none: null,
    })
    const text = JSON.stringify(input)
    expect(JSON.parse(String(shrinkArguments(text, 60)))).toEqual(shrinkArguments(input, 60))
    expect(shrinkArguments('{"broken": "', 60)).toBe('{"broken": "')
  })

  it('is done once, splits no character and leaves other values the same', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(80), (value, maxChars) => {
        const once = shrinkArguments(value, maxChars)
        expect(shrinkArguments(once, maxChars)).toEqual(once)
        expect(() => JSON.parse(JSON.stringify(once))).not.toThrow()
      }),
    )
    const short = { a: ['b'] }
    expect(shrinkArguments(short, 200)).toBe(short)
    expect(String(shrinkArguments({ a: '😀'.repeat(99) }, 41))).not.toContain('\ufffd')
    expect(JSON.stringify(shrinkArguments({ a: '😀'.repeat(99) }, 41))).not.toMatch(/\\ud83d"/)
  })
})
