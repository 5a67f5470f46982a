import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CLAUDE, textBlock } from '../fixtures/cache-requests.ts'
import { chanceRequests } from '../fixtures/chance-requests.ts'
import { exhaustiveOptimum, type SmallCase } from '../fixtures/exhaustive-optimum.ts'
import { createPromptCache } from '../simulate/prompt-cache.ts'
import { lowerBound } from './lower-bound.ts'

/** Gaps of a messenger, on both sides of 5 minutes and of an hour. */
const gap = fc.double({ min: 1, max: 9, noNaN: true }).map((exponent) => Math.exp(exponent))

const smallCase: fc.Arbitrary<SmallCase> = fc
  .array(fc.tuple(gap, fc.integer({ min: 300, max: 3300 })), { minLength: 3, maxLength: 5 })
  .map((steps) => {
    let at = 0
    const requests = steps.map(([after, added]) => {
      at += after
      return { at, added }
    })
    return { head: 9000, requests }
  })

function blocksOf({ head, requests }: SmallCase) {
  const added = requests.map(({ added }, index) => textBlock(`m${index}`, added))
  return requests.map(({ at }, index) => ({
    at,
    blocks: [textBlock('head', head), ...added.slice(0, index + 1)],
  }))
}

describe('lowerBound', () => {
  it('is what the best of all marks costs, on 60 small conversations', () => {
    for (const small of fc.sample(smallCase, { seed: 7, numRuns: 60 })) {
      const bound = lowerBound(blocksOf(small), CLAUDE)
      expect(exhaustiveOptimum(small, bound)).toBeCloseTo(bound, 3)
    }
  })

  it.each(['segment', 'entry'] as const)(
    '%s: no request costs less, however it is marked',
    (ttlModel) => {
      fc.assert(
        fc.property(chanceRequests, (requests) => {
          const cache = createPromptCache({ ...CLAUDE, minTokens: 0 }, { ttlModel, ttft: 0 })
          const cost = requests.reduce((sum, request) => sum + cache.send(request).cost, 0)
          expect(lowerBound(requests, CLAUDE, { ttlModel })).toBeLessThanOrEqual(cost + 1e-6)
        }),
        { numRuns: 150 },
      )
    },
  )

  it('counts what is read by itself where nothing is marked', () => {
    const automatic = { ...CLAUDE, mechanism: 'automatic', write: {}, automaticTtl: '5m' } as const
    const request = { blocks: [textBlock('a', 1000)] }
    const at = (...times: number[]) =>
      lowerBound(
        times.map((time) => ({ ...request, at: time })),
        automatic,
      )
    expect([at(0), at(0, 300), at(0, 301)]).toEqual([1000, 1100, 2000])
  })
})
