import { describe, expect, it } from 'vitest'
import { CLAUDE } from '../fixtures/cache-requests.ts'
import { turnOf } from '../fixtures/cache-turns.ts'
import type { CacheTurn } from './cache-turn.ts'
import { NAMED_STRATEGIES } from './named-strategies.ts'
import { replayTurns, type SentRequest } from './replay-turns.ts'

const STATIC = { profile: CLAUDE, start: NAMED_STRATEGIES.static }
const session = (name: string) => ({ names: { bot: 'bot', session: name, channel: 'chat' } })

describe('replayTurns', () => {
  it('holds requests back until the first one has written what they share', () => {
    const turns = ['one', 'two', 'three'].map((name, index) =>
      turnOf(index * 0.1, [`q ${name}`], session(name)),
    )
    const starts: number[] = []
    const onSent = ({ request }: SentRequest) => starts.push(request.at)
    const together = replayTurns(turns, STATIC, { onSent })
    expect(starts).toEqual([0, 1.5, 1.5])
    expect(together).toMatchObject({ requests: 3, hits: 2, read: 2 * 7000 })
    expect(replayTurns(turns, STATIC, { singleFlight: false })).toMatchObject({ hits: 0, read: 0 })
  })

  it('sends in the order of starts, also what was held', () => {
    const turns = [
      turnOf(0, ['q one'], session('one')),
      turnOf(0.5, ['q two'], session('two')),
      turnOf(1, ['q three'], { ...session('three'), layers: [] }),
    ]
    const order: string[] = []
    replayTurns(turns.toReversed(), STATIC, {
      onSent: ({ turn }) => order.push(turn.names.session),
    })
    expect(order).toEqual(['one', 'three', 'two'])
  })

  it('has a cache of its own for every model', () => {
    const turns = [
      turnOf(0, ['q1']),
      turnOf(10, ['q1', 'a1', 'q2'], { settings: { model: 'other' } }),
      turnOf(20, ['q1', 'a1', 'q2', 'a2', 'q3']),
    ]
    const reads: number[] = []
    replayTurns(turns, STATIC, { onSent: ({ usage }) => reads.push(usage.read) })
    expect(reads).toEqual([0, 0, 7300])
  })

  it.each([
    ['images', 'some', 7000],
    ['thinking', 'on', 7000],
    ['serverTools', 'search', 1000],
  ] as const)('loses what a change of %s loses, and no more', (setting, value, read) => {
    const turns = [
      turnOf(0, ['q1'], { settings: { [setting]: 'none' } }),
      turnOf(10, ['q1', 'a1', 'q2'], { settings: { [setting]: value } }),
    ]
    const everyBlock = {
      profile: { ...CLAUDE, minTokens: 0 },
      start:
        () =>
        ({ layers, history }: CacheTurn) => ({
          blocks: [...layers.flatMap(({ current }) => current.blocks), ...history],
          marks: [1, 4, 5].map((index) => ({ index, ttl: '5m' as const })),
        }),
    }
    expect(replayTurns(turns, everyBlock)).toMatchObject({ read })
  })

  it('adds up what single requests are charged', () => {
    const turns = [turnOf(0, ['q1']), turnOf(10, ['q1', 'a1', 'q2'])]
    const totals = replayTurns(turns, STATIC)
    expect(totals).toEqual({
      requests: 2,
      hits: 1,
      read: 7300,
      written: { '1h': 5000, '5m': 2300 + 600 },
      plain: 0,
      total: 15_200,
      cost: 730 + 10_000 + 1.25 * 2900,
    })
  })
})
