import { describe, expect, it } from 'vitest'
import { CLAUDE, textBlock } from '../fixtures/cache-requests.ts'
import { layersOf, turnOf } from '../fixtures/cache-turns.ts'
import type { CacheProfile } from '../model/cache-profile.ts'
import { NAMED_STRATEGIES, type NamedStrategy } from './named-strategies.ts'

const FIVE = ['q1', 'a1', 'q2', 'a2', 'q3']
/** Tools 0–1, stable 2, skills 3, user 4, messages from 5 on; of merged requests the system prompt is 2. */
const marked = (name: NamedStrategy, turn = turnOf(0, FIVE), profile: CacheProfile = CLAUDE) =>
  NAMED_STRATEGIES[name](profile)(turn).marks.map(({ index, ttl }) => `${index} ${ttl}`)

describe('NAMED_STRATEGIES', () => {
  it.each([
    ['none', []],
    ['system_only', ['2 5m']],
    ['layers', ['2 5m', '3 5m']],
    ['auto', ['9 5m']],
    ['system_and_3', ['2 5m', '5 5m', '6 5m', '7 5m']],
    ['system_and_3_1h', ['2 1h', '5 1h', '6 1h', '7 1h']],
    ['static', ['3 1h', '4 5m', '9 5m']],
  ] as const)('%s marks %j', (name, expected) => {
    expect(marked(name)).toEqual(expected)
  })

  it('puts what changes every turn into the system prompt, but for static', () => {
    const volatile = [textBlock('clock', 20)]
    const last = (name: NamedStrategy) =>
      NAMED_STRATEGIES[name](CLAUDE)(turnOf(0, FIVE, { volatile })).blocks.at(-1)?.hash
    expect([last('system_and_3'), last('layers'), last('static')]).toEqual(['q3', 'q3', 'clock'])
    expect(marked('static', turnOf(0, FIVE, { volatile }))).toEqual(['3 1h', '4 5m', '9 5m'])
  })

  it('marks the end of a message on its last block that can carry a mark', () => {
    const turn = turnOf(0, FIVE)
    const thinking = {
      ...textBlock('thought'),
      role: 'assistant',
      kind: 'thinking',
      markable: false,
    }
    const history = [
      ...turn.history.slice(0, 4),
      { ...thinking, kind: 'thinking' as const, role: 'assistant' as const },
    ]
    expect(marked('system_and_3', { ...turn, history })).toEqual(['2 5m', '4 5m', '5 5m', '6 5m'])
  })

  it.each([
    ['nothing can be marked', { mechanism: 'automatic', maxMarks: 0, write: {} }, []],
    ['one mark is taken', { maxMarks: 1 }, ['9 5m']],
    ['30 minutes are sold', { write: { '30m': 1.25 } }, ['3 30m', '4 30m', '9 30m']],
  ] as const)('follows the provider where %s', (_, own, expected) => {
    expect(marked('static', turnOf(0, FIVE), { ...CLAUDE, ...own })).toEqual(expected)
  })
})

describe('static', () => {
  it('marks the last request’s tail wherever it now is', () => {
    const strategy = NAMED_STRATEGIES.static(CLAUDE)
    strategy(turnOf(0, ['q1']))
    const { marks } = strategy(turnOf(10, ['q1', 'a1', 'q2']))
    expect(marks.map(({ index }) => index)).toEqual([3, 4, 5, 7])
  })

  it('tells of a change while the conversation is warm, and folds it in when it is cold', () => {
    const strategy = NAMED_STRATEGIES.static(CLAUDE)
    const hashes = (at: number, messages: readonly string[]) =>
      strategy(turnOf(at, messages, { layers: layersOf('2') }))
        .blocks.slice(4)
        .map(({ hash }) => hash)
    strategy(turnOf(0, ['q1']))
    const told = ['user@1', 'q1', 'a1', 'user is now 2', 'q2']
    expect(hashes(10, ['q1', 'a1', 'q2'])).toEqual(told)
    expect(hashes(20, ['q1', 'a1', 'q2', 'a2', 'q3'])).toEqual([...told, 'a2', 'q3'])
    expect(hashes(321, ['q1', 'a1', 'q2'])).toEqual(['user@2', 'q1', 'a1', 'q2'])
  })

  it('takes an edited last message for warm, and a summary for cold', () => {
    const strategy = NAMED_STRATEGIES.static(CLAUDE)
    const userBlock = (at: number, messages: readonly string[], user: string) =>
      strategy(turnOf(at, messages, { layers: layersOf(user) })).blocks[4]?.hash
    userBlock(0, ['q1'], '1')
    userBlock(10, ['q1', 'a1', 'q2'], '1')
    expect(userBlock(20, ['q1', 'a1', 'q2 again'], '2')).toBe('user@1')
    expect(userBlock(30, ['summary', 'a2', 'q3'], '2')).toBe('user@2')
  })

  it('leaves the order to sum up behind the tail', () => {
    const strategy = NAMED_STRATEGIES.static(CLAUDE)
    const { marks } = strategy(turnOf(0, FIVE, { hint: { kind: 'compaction' } }))
    expect(marks.at(-1)).toEqual({ index: 8, ttl: '5m' })
  })
})
