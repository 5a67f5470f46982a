import { describe, expect, it } from 'vitest'
import { CoreError } from '../../core-error.ts'
import { CLAUDE, requestAt, textBlock, textBlocks } from '../fixtures/cache-requests.ts'
import type { CacheBlock, CacheBlockKind } from '../model/cache-block.ts'
import type { CacheProfile } from '../model/cache-profile.ts'
import type { MarkedRequest } from '../model/cache-request.ts'
import { createPromptCache, type PromptCacheOptions } from './prompt-cache.ts'

const READY: PromptCacheOptions = { ttft: 0 }

describe('createPromptCache, marks', () => {
  it('finds an entry that lies within 20 positions, the marked one included', () => {
    const cache = createPromptCache(CLAUDE, READY)
    cache.send(requestAt(0, textBlocks(10), { 9: '5m' }))
    expect(cache.send(requestAt(10, textBlocks(15), { 14: '5m' })).hit).toBe(9)
    expect(cache.send(requestAt(20, textBlocks(35), { 34: '5m' })).hit).toBe(-1)
  })

  it('goes on looking from the mark before', () => {
    const cache = createPromptCache(CLAUDE, READY)
    cache.send(requestAt(0, textBlocks(15), { 14: '5m' }))
    expect(cache.send(requestAt(20, textBlocks(35), { 14: '5m', 34: '5m' })).hit).toBe(14)
  })

  it('finds an entry at the twentieth position and none at the twenty-first', () => {
    const hitFrom = (count: number) => {
      const cache = createPromptCache(CLAUDE, READY)
      cache.send(requestAt(0, textBlocks(15), { 14: '5m' }))
      return cache.send(requestAt(1, textBlocks(count), { [count - 1]: '5m' })).hit
    }
    expect([hitFrom(34), hitFrom(35)]).toEqual([14, -1])
  })

  it('never hits when the marked block is another one every time', () => {
    const cache = createPromptCache(CLAUDE, READY)
    const usages = [0, 1, 2].map((at) =>
      cache.send(
        requestAt(at, [...textBlocks(5, 1000), textBlock(`time ${at}`, 100)], { 5: '5m' }),
      ),
    )
    expect(usages.map(({ read, written }) => [read, written['5m']])).toEqual([
      [0, 5100],
      [0, 5100],
      [0, 5100],
    ])
  })

  it('neither writes nor refuses what is shorter than the minimum', () => {
    const cache = createPromptCache({ ...CLAUDE, minTokens: 4096 }, READY)
    const request = requestAt(0, textBlocks(10), { 9: '5m' })
    expect(cache.send(request)).toEqual({
      read: 0,
      written: {},
      plain: 2000,
      total: 2000,
      cost: 2000,
      hit: -1,
    })
    expect(cache.send({ ...request, at: 1 }).hit).toBe(-1)
  })

  it('caches a prefix of exactly the minimum', () => {
    const cache = createPromptCache({ ...CLAUDE, minTokens: 2000 }, READY)
    expect(cache.send(requestAt(0, textBlocks(10), { 9: '5m' })).written).toEqual({ '5m': 2000 })
  })

  it('bills what was read, what is kept for an hour, for 5 minutes, and the rest apart', () => {
    const cache = createPromptCache(CLAUDE, READY)
    const blocks = textBlocks(4, 2000)
    cache.send(requestAt(0, blocks.slice(0, 1), { 0: '1h' }))
    expect(cache.send(requestAt(1, blocks, { 0: '1h', 1: '1h', 2: '5m' }))).toEqual({
      read: 2000,
      written: { '1h': 2000, '5m': 2000 },
      plain: 2000,
      total: 8000,
      cost: 200 + 4000 + 2500 + 2000,
      hit: 0,
    })
  })

  it('keeps an entry alive by reading it, for its life time from the start of the request on', () => {
    const cache = createPromptCache(CLAUDE, READY)
    const reads = [0, 299, 598, 898, 1199].map(
      (at) => cache.send(requestAt(at, textBlocks(10), { 9: '5m' })).read,
    )
    expect(reads).toEqual([0, 2000, 2000, 2000, 0])
  })

  it('does not prolong what it reads where lives are fixed', () => {
    const cache = createPromptCache({ ...CLAUDE, sliding: false }, READY)
    const reads = [0, 299, 301].map(
      (at) => cache.send(requestAt(at, textBlocks(10), { 9: '5m' })).read,
    )
    expect(reads).toEqual([0, 2000, 0])
  })

  it('prolongs what an earlier mark stands on, also when a later one was the hit', () => {
    const cache = createPromptCache(CLAUDE, { ...READY, ttlModel: 'entry' })
    cache.send(requestAt(0, textBlocks(10), { 5: '5m', 9: '5m' }))
    cache.send(requestAt(200, textBlocks(10), { 5: '5m', 9: '5m' }))
    expect(cache.send(requestAt(400, textBlocks(6), { 5: '5m' })).hit).toBe(5)
  })

  it.each([
    [true, 5],
    [false, -1],
  ])(
    'counts a run of calls and a run of results as one position each: %s',
    (collapsesRuns, hit) => {
      const cache = createPromptCache({ ...CLAUDE, collapsesRuns }, READY)
      const head = textBlocks(6, 400)
      cache.send(requestAt(0, head, { 5: '5m' }))
      const blocks = [...head, ...run(15, 'tool_use'), ...run(15, 'tool_result')]
      expect(cache.send(requestAt(1, blocks, { [blocks.length - 1]: '5m' })).hit).toBe(hit)
    },
  )

  it('reads nothing before the first response began, so requests at one time all pay', () => {
    const cache = createPromptCache(CLAUDE, { ttft: 2 })
    const reads = [0, 1, 2.5].map(
      (at) => cache.send(requestAt(at, textBlocks(10), { 9: '5m' })).read,
    )
    expect(reads).toEqual([0, 0, 2000])
  })

  it('takes the same hashes for the same prefix only from the first block on', () => {
    const cache = createPromptCache(CLAUDE, READY)
    cache.send(requestAt(0, textBlocks(10), { 9: '5m' }))
    const other = [textBlock('other'), ...textBlocks(10).slice(1)]
    expect(cache.send(requestAt(1, other, { 9: '5m' })).hit).toBe(-1)
  })
})

describe('createPromptCache, life times on top of each other', () => {
  it.each([
    ['segment', 0],
    ['entry', 2200],
  ] as const)('%s: what an hour holds on top of 5 minutes', (ttlModel, read) => {
    const cache = createPromptCache(CLAUDE, { ...READY, ttlModel })
    cache.send(requestAt(0, textBlocks(10), { 9: '5m' }))
    const longer = requestAt(10, textBlocks(11), { 10: '1h' })
    expect(cache.send(longer).written).toEqual({ '1h': 200 })
    expect(cache.send({ ...longer, at: 1000 }).read).toBe(read)
  })

  it('reads an entry again that was rewritten after what it stood on had gone', () => {
    const cache = createPromptCache(CLAUDE, READY)
    cache.send(requestAt(0, textBlocks(10), { 9: '5m' }))
    const longer = requestAt(10, textBlocks(11), { 10: '1h' })
    cache.send(longer)
    expect(cache.send({ ...longer, at: 1000 }).written).toEqual({ '1h': 2200 })
    expect(cache.send({ ...longer, at: 2000 }).read).toBe(2200)
    expect(cache.send({ ...longer, at: 5600 }).read).toBe(2200)
    expect(cache.send({ ...longer, at: 9201 }).read).toBe(0)
  })

  it('holds a rewritten entry no longer than what was paid for it now', () => {
    const cache = createPromptCache(CLAUDE, READY)
    cache.send(requestAt(0, textBlocks(10), { 9: '5m' }))
    cache.send(requestAt(10, textBlocks(11), { 10: '1h' }))
    const shorter = requestAt(1000, textBlocks(11), { 10: '5m' })
    expect(cache.send(shorter).written).toEqual({ '5m': 2200 })
    expect(cache.send({ ...shorter, at: 1300 }).read).toBe(2200)
    expect(cache.send({ ...shorter, at: 1601 }).read).toBe(0)
  })

  it('does not find what stood on an entry that has expired, also when that one is written again', () => {
    const cache = createPromptCache(CLAUDE, READY)
    cache.send(requestAt(0, textBlocks(10), { 9: '5m' }))
    cache.send(requestAt(10, textBlocks(11), { 10: '1h' }))
    cache.send(requestAt(1000, textBlocks(10), { 9: '5m' }))
    expect(cache.send(requestAt(1010, textBlocks(11), { 10: '1h' }))).toMatchObject({
      hit: 9,
      written: { '1h': 200 },
    })
  })

  it('gives the longer life to what two requests write at one time', () => {
    const cache = createPromptCache(CLAUDE, { ttft: 2 })
    cache.send(requestAt(0, textBlocks(10), { 9: '5m' }))
    cache.send(requestAt(1, textBlocks(10), { 9: '1h' }))
    expect(cache.send(requestAt(2, textBlocks(10), { 9: '5m' })).read).toBe(2000)
    expect(cache.send(requestAt(3000, textBlocks(10), { 9: '5m' })).read).toBe(2000)
  })
})

describe('createPromptCache, requests that a provider refuses', () => {
  const blocks = textBlocks(6, 1000)
  const unmarkable = blocks.map((block, index) => ({ ...block, markable: index !== 3 }))
  const refusals: readonly (readonly [string, MarkedRequest])[] = [
    ['five marks', requestAt(0, blocks, { 0: '5m', 1: '5m', 2: '5m', 3: '5m', 4: '5m' })],
    ['an hour behind 5 minutes', requestAt(0, blocks, { 0: '5m', 1: '1h' })],
    ['a mark on a block that can carry none', requestAt(0, unmarkable, { 3: '5m' })],
    ['a mark behind the last block', requestAt(0, blocks, { 6: '5m' })],
    ['a life time that it does not sell', requestAt(0, blocks, { 0: '30m' })],
    [
      'marks out of order',
      {
        at: 0,
        blocks,
        marks: [
          { index: 2, ttl: '5m' },
          { index: 1, ttl: '5m' },
        ],
      },
    ],
  ]

  it.each(refusals)('%s', (_, request) => {
    const send = () => createPromptCache(CLAUDE).send(request)
    expect(send).toThrow(CoreError)
    expect(send).toThrow(expect.objectContaining({ code: 'cache-request-refused' }))
  })
})

describe('createPromptCache, at marks and by itself', () => {
  const GPT: CacheProfile = {
    ...CLAUDE,
    mechanism: 'both',
    write: { '30m': 1.25 },
    automaticTtl: '30m',
    lookback: null,
    collapsesRuns: false,
    surplusMarks: 'earliest-dropped',
  }

  it('writes the whole request by itself and finds it however much was added', () => {
    const cache = createPromptCache(GPT, READY)
    cache.send(requestAt(0, textBlocks(10), {}))
    expect(cache.send(requestAt(1, textBlocks(90), {}))).toMatchObject({ hit: 9, read: 2000 })
  })

  it('writes at marks alone when it is told to, and nothing without marks', () => {
    const cache = createPromptCache(GPT, READY)
    const request = { ...requestAt(0, textBlocks(10), {}), markedOnly: true }
    expect(cache.send(request)).toMatchObject({ plain: 2000 })
    expect(
      cache.send({ ...requestAt(1, textBlocks(10), { 7: '30m' }), markedOnly: true }),
    ).toMatchObject({ written: { '30m': 1600 }, plain: 400 })
  })

  it('drops the earliest of too many marks without a word; its own counts', () => {
    const marked = { 5: '30m', 6: '30m', 7: '30m', 8: '30m' } as const
    const firstKept = (markedOnly: boolean) => {
      const cache = createPromptCache(GPT, READY)
      cache.send({ ...requestAt(0, textBlocks(10), marked), markedOnly })
      return cache.send({ ...requestAt(1, textBlocks(6), { 5: '30m' }), markedOnly: true }).read
    }
    expect([firstKept(true), firstKept(false)]).toEqual([1200, 0])
  })

  it('slides by 30 minutes', () => {
    const cache = createPromptCache(GPT, READY)
    const reads = [0, 1800, 3600, 5401].map(
      (at) => cache.send(requestAt(at, textBlocks(10), {})).read,
    )
    expect(reads).toEqual([0, 2000, 2000, 0])
  })
})

describe('createPromptCache, by itself alone', () => {
  const OLD_GPT: CacheProfile = {
    ...CLAUDE,
    mechanism: 'automatic',
    maxMarks: 0,
    step: 128,
    write: {},
    automaticTtl: '5m',
    lookback: null,
  }

  it('reads what two requests have in common, in steps, and charges nothing for writing', () => {
    const cache = createPromptCache(OLD_GPT, READY)
    cache.send(requestAt(0, textBlocks(10), {}))
    const other = [...textBlocks(8), textBlock('other')]
    expect(cache.send(requestAt(1, other, {}))).toEqual({
      read: 1536,
      written: {},
      plain: 264,
      total: 1800,
      cost: 1536 * 0.1 + 264,
      hit: 6,
    })
  })

  it('reads nothing below the minimum, and ignores marks', () => {
    const cache = createPromptCache(OLD_GPT, READY)
    cache.send(requestAt(0, textBlocks(5), { 4: '5m' }))
    expect(cache.send(requestAt(1, textBlocks(5), { 4: '5m' })).read).toBe(0)
  })

  it('forgets after 5 minutes without use, and needs the first response too', () => {
    const cache = createPromptCache(OLD_GPT, { ttft: 2 })
    const reads = [0, 1, 300, 600, 901].map(
      (at) => cache.send(requestAt(at, textBlocks(10), {})).read,
    )
    expect(reads).toEqual([0, 0, 1920, 1920, 0])
  })
})

function run(count: number, kind: CacheBlockKind): readonly CacheBlock[] {
  const role = kind === 'tool_use' ? 'assistant' : 'user'
  return Array.from({ length: count }, (_, index) => ({
    hash: `${kind}${index}`,
    tokens: 50,
    part: 'messages',
    role,
    kind,
  }))
}
