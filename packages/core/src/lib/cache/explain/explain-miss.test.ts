import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CLAUDE, requestAt, textBlock, textBlocks } from '../fixtures/cache-requests.ts'
import type { CacheProfile } from '../model/cache-profile.ts'
import type { CacheTtl } from '../model/cache-request.ts'
import { findCacheProfile } from '../profiles/find-cache-profile.ts'
import { createPromptCache } from '../simulate/prompt-cache.ts'
import { explainMiss } from './explain-miss.ts'
import type { ExplainedRequest } from './miss.ts'

const BEFORE = requestAt(0, textBlocks(10), { 5: '1h', 9: '5m' })
const openai = findCacheProfile('openai', 'gpt-5').value

function codes(
  after: ExplainedRequest,
  { before = BEFORE as ExplainedRequest, gap = 30, profile = CLAUDE as CacheProfile } = {},
) {
  return explainMiss(before, after, { profile, gapSeconds: gap }).causes.map(({ code }) => code)
}

describe('explainMiss', () => {
  it('has nothing to explain when all that was left is read', () => {
    const after = requestAt(30, textBlocks(12), { 11: '5m' })
    const explained = explainMiss(BEFORE, after, { profile: CLAUDE, gapSeconds: 30 })
    expect(explained).toEqual({ left: 2000, read: 2000, lost: 0, difference: null, causes: [] })
  })

  it('names the first block that differs, and what stands behind it', () => {
    const blocks = textBlocks(12).with(6, { ...textBlock('other'), scope: 'user' })
    const before = { ...BEFORE, owners: textBlocks(10).map((_, at) => `messages/${at}`) }
    const after = requestAt(30, blocks, { 5: '5m', 11: '5m' })
    const explained = explainMiss(before, after, { profile: CLAUDE, gapSeconds: 30 })
    expect(explained).toMatchObject({
      left: 2000,
      read: 1200,
      lost: 800,
      difference: { index: 6, part: 'messages', owner: 'messages/6', how: 'changed' },
    })
    expect(explained.causes).toEqual([
      {
        code: 'block-differs',
        text: 'A block changed (messages/6, block 7 of 12, messages): 800 tokens from there on are another prefix',
      },
    ])
  })

  it.each([
    ['inserted', textBlocks(10).toSpliced(3, 0, textBlock('new'))],
    ['removed', textBlocks(10).toSpliced(3, 1)],
    ['moved', textBlocks(10).with(3, textBlock('b5')).with(5, textBlock('b3'))],
    ['cut', textBlocks(8)],
  ] as const)('tells a block that was %s', (how, blocks) => {
    const after = requestAt(30, blocks, { 7: '5m' })
    expect(explainMiss(BEFORE, after, { profile: CLAUDE, gapSeconds: 30 }).difference?.how).toBe(
      how,
    )
  })

  it('says what ran out, and what did not', () => {
    const after = requestAt(600, textBlocks(12), { 5: '1h', 11: '5m' })
    expect(codes(after, { gap: 600 })).toEqual(['expired'])
    expect(explainMiss(BEFORE, after, { profile: CLAUDE, gapSeconds: 600 }).read).toBe(1200)
  })

  it('says how far a mark is away', () => {
    const after = requestAt(30, textBlocks(60), { 59: '5m' })
    const [cause] = explainMiss(BEFORE, after, { profile: CLAUDE, gapSeconds: 30 }).causes
    expect(cause?.code).toBe('look-back-exceeded')
    expect(cause?.text).toContain('51 positions away')
  })

  it('tells no mark, a mark too early, a mark on too little', () => {
    expect(codes(requestAt(30, textBlocks(12), {}))).toEqual(['nothing-marked'])
    expect(codes(requestAt(30, textBlocks(12), { 6: '5m' }))).toEqual(['marks-moved'])
    expect(codes(requestAt(30, textBlocks(12), { 1: '5m' }))).toEqual(['marked-below-minimum'])
  })

  it('tells what the first request did not leave', () => {
    const after = requestAt(30, textBlocks(12), { 11: '5m' })
    expect(codes(after, { before: requestAt(0, textBlocks(10), {}) })).toEqual(['nothing-written'])
    expect(codes(after, { before: requestAt(0, textBlocks(10), { 2: '5m' }) })).toEqual([
      'written-below-minimum',
    ])
  })

  it('tells a request that came too early', () => {
    expect(codes(requestAt(1, textBlocks(12), { 11: '5m' }), { gap: 1 })).toEqual(['concurrent'])
  })

  it('tells another key and another setting', () => {
    const before = { ...BEFORE, cacheKey: 'one', settings: { thinking: 'off' } }
    const after = {
      ...requestAt(30, textBlocks(12), { 11: '5m' }),
      cacheKey: 'two',
      settings: { thinking: 'on' },
    }
    expect(codes(after, { before })).toEqual(['key-changed', 'settings-changed'])
  })

  it('counts what is shared in steps where nothing can be marked', () => {
    const after = requestAt(30, textBlocks(12).with(8, textBlock('other')), {})
    expect(explainMiss(BEFORE, after, { profile: openai, gapSeconds: 30 })).toMatchObject({
      left: 1920,
      read: 1536,
      lost: 384,
      causes: [{ code: 'block-differs' }],
    })
  })

  it('reads what the simulator reads, and has a cause for all that is lost', () => {
    const ttl = fc.constantFrom<CacheTtl>('5m', '1h')
    fc.assert(
      fc.property(
        fc.record({
          length: fc.integer({ min: 1, max: 50 }),
          more: fc.integer({ min: 0, max: 50 }),
          differs: fc.option(fc.integer({ min: 0, max: 60 })),
          marks: fc.uniqueArray(fc.integer({ min: 0, max: 100 }), { maxLength: 4 }),
          moved: fc.uniqueArray(fc.integer({ min: 0, max: 100 }), { maxLength: 4 }),
          gap: fc.constantFrom(0, 1, 2, 299, 300, 301, 3600, 3601),
          ttl,
        }),
        ({ length, more, differs, marks, moved, gap, ttl: life }) => {
          const marked = (places: readonly number[], count: number) =>
            Object.fromEntries(places.filter((at) => at < count).map((at) => [at, life]))
          const all = textBlocks(length + more).map((one, at) =>
            at === differs ? textBlock('other') : one,
          )
          const before = requestAt(0, textBlocks(length), marked(marks, length))
          const after = requestAt(gap, all, marked(moved, length + more))
          const cache = createPromptCache(CLAUDE)
          const first = cache.send(before)
          const explained = explainMiss(before, after, { profile: CLAUDE, gapSeconds: gap })
          expect(explained.read).toBe(cache.send(after).read)
          expect(explained.left).toBe(first.written[life] ?? 0)
          expect(explained.causes.length > 0).toBe(explained.lost > 0 || explained.left === 0)
        },
      ),
      { numRuns: 300 },
    )
  })
})
