import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { readEach } from './read-each.ts'

describe('readEach', () => {
  it('reads every item once, in their order, whichever is ready first', async () => {
    const items = Array.from({ length: 100 }, (_, index) => index)
    const seen: number[] = []
    const results = await readEach(items, async (item) => {
      seen.push(item)
      for (let wait = item % 7; wait > 0; wait--) await turn()
      return item * 2
    })
    expect(results).toEqual(items.map((item) => item * 2))
    expect(seen).toEqual(items)
    expect(await readEach([], () => Promise.reject(new Error('nothing to read')))).toEqual([])
  })

  it('never begins more than a few before others have ended', async () => {
    let open = 0
    let most = 0
    await readEach(Array.from({ length: 500 }), async () => {
      most = Math.max(most, ++open)
      await turn()
      open--
    })
    expect(most).toBe(32)
  })

  it('rejects with the trouble of one', async () => {
    const trouble = new Error('no such disk')
    const read = (item: number) => (item === 40 ? Promise.reject(trouble) : Promise.resolve(item))
    await expect(
      readEach(
        Array.from({ length: 100 }, (_, i) => i),
        read,
      ),
    ).rejects.toBe(trouble)
  })
})
