import { describe, expect, it } from 'vitest'
import { CLAUDE, textBlocks } from '../fixtures/cache-requests.ts'
import { observeUsage } from './observe-usage.ts'
import { planCache } from './plan-cache.ts'

const plan = planCache({
  profile: CLAUDE,
  names: { bot: 'b', session: 's', channel: 'chat' },
  layers: [],
  history: textBlocks(50, 400),
  at: 0,
})

describe('observeUsage', () => {
  it('finds nothing to say when all is as predicted', () => {
    expect(observeUsage(plan, plan.predicted)).toMatchObject({ divergence: null, scale: 1 })
  })

  it('tolerates 2 %, and 512 tokens at most', () => {
    const usage = { ...plan.predicted, read: 400, written: { '5m': 19_600 } }
    expect(observeUsage(plan, usage).divergence).toBeNull()
    const off = { ...plan.predicted, read: 600, written: { '5m': 19_400 } }
    expect(observeUsage(plan, off).divergence).toMatchObject({ kind: 'read-more', tokens: 600 })
    const long = { ...plan, predicted: { ...plan.predicted, read: 90_000, total: 110_000 } }
    expect(observeUsage(long, { ...long.predicted, read: 89_000 }).divergence?.kind).toBe(
      'read-less',
    )
  })

  it('compares in the count of the provider', () => {
    const usage = { read: 0, written: { '5m': 30_000 }, total: 30_000 }
    expect(observeUsage(plan, usage)).toMatchObject({ divergence: null, scale: 1.5 })
  })

  it('counts misses in a row, and begins anew when a prediction holds', () => {
    const missed = { ...plan, next: { ...plan.next, session: { ...plan.next.session, missed: 2 } } }
    const usage = { read: 0, written: {}, total: 20_000 }
    expect(observeUsage(missed, usage).session.missed).toBe(3)
    expect(observeUsage(missed, plan.predicted).session.missed).toBe(0)
    expect(observeUsage(missed, usage).divergence).toMatchObject({
      kind: 'written-less',
      text: '0 tokens were written, and 20.0k were expected',
    })
  })
})
