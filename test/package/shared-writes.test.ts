import { describe, expect, it } from 'vitest'
import { runSharedWrites } from '../../bench/shared-writes.mjs'

describe('one work tree that many processes write', () => {
  it('loses and tears nothing when processes that hold the lock are killed', {
    timeout: 120_000,
  }, async () => {
    const wanted = { processes: 8, operations: 12, kills: 5 }
    const { killed, operations, reads, late, nextStartMs, ...outcome } =
      await runSharedWrites(wanted)
    expect(outcome).toMatchObject({ lost: 0, twice: 0, unknown: 0, torn: 0, left: [], failed: [] })
    expect(outcome).toMatchObject({ restored: true, lockGone: true })
    expect(killed).toBeGreaterThan(0)
    expect(operations + killed).toBeGreaterThanOrEqual(8 * 12)
    expect(reads).toBeGreaterThan(late)
    expect(nextStartMs).toBeLessThan(8000)
  })
})
