import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CLAUDE } from '../fixtures/cache-requests.ts'
import { chanceRequests } from '../fixtures/chance-requests.ts'
import { createPlainModel } from '../fixtures/plain-model.ts'
import { createPromptCache } from './prompt-cache.ts'

const rules = fc.record({
  lookback: fc.constantFrom(3, 20),
  collapsesRuns: fc.boolean(),
  minTokens: fc.constantFrom(0, 600),
})
const model = fc.constantFrom('segment' as const, 'entry' as const)

describe('createPromptCache', () => {
  it('bills what the plainest form of the rules bills', () => {
    fc.assert(
      fc.property(chanceRequests, rules, model, (requests, own, ttlModel) => {
        const profile = { ...CLAUDE, ...own }
        const cache = createPromptCache(profile, { ttlModel })
        const plain = createPlainModel(profile, ttlModel, 1.5)
        for (const request of requests) {
          const { hit, read, written, plain: rest } = cache.send(request)
          const bill = { hit, read, '5m': 0, '1h': 0, ...written, plain: rest }
          expect(bill).toEqual(plain(request))
        }
      }),
      { numRuns: 300 },
    )
  })

  it('charges every token once, and at its price', () => {
    fc.assert(
      fc.property(chanceRequests, (requests) => {
        const cache = createPromptCache(CLAUDE)
        for (const request of requests) {
          const { read, written, plain, total, cost } = cache.send(request)
          const { '5m': short = 0, '1h': long = 0 } = written
          expect(read + short + long + plain).toBe(total)
          expect(total).toBe(request.blocks.reduce((sum, { tokens }) => sum + tokens, 0))
          expect(cost).toBeCloseTo(0.1 * read + 1.25 * short + 2 * long + plain, 6)
        }
      }),
      { numRuns: 100 },
    )
  })
})
