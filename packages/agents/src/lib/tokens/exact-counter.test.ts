import { afterAll, describe, expect, it } from 'vitest'
import { createExactCounter, type ExactCount, type ExactEncoding } from './exact-counter.ts'

const o200k = createExactCounter({ encoding: 'o200k', timeoutMs: 60_000 })
const claude = createExactCounter({ encoding: 'claude', timeoutMs: 60_000 })
const COUNTERS = { o200k, claude } as const

afterAll(async () => {
  await Promise.all([o200k.close(), claude.close()])
})

const tokensOf = (count: ExactCount) => {
  if (count.outcome !== 'counted') throw new Error(count.message)
  return count.tokens
}

/** The same letters every time. */
function letters(count: number, first: number, kinds: number): string {
  let seed = 7
  return Array.from({ length: count }, () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return String.fromCodePoint(first + Math.floor((seed / 2_147_483_648) * kinds))
  }).join('')
}

describe('createExactCounter', () => {
  it.each<readonly [ExactEncoding, number, number]>([
    ['o200k', 4, 1],
    ['claude', 5, 4],
  ])('counts as the tables of %s do', async (encoding, hello, world) => {
    expect(tokensOf(await COUNTERS[encoding].count('Hello, world!'))).toBe(hello)
    expect(tokensOf(await COUNTERS[encoding].count('世界'))).toBe(world)
    expect(tokensOf(await COUNTERS[encoding].count(''))).toBe(0)
  })

  it('counts special tokens as the text that they are', async () => {
    for (const text of ['<|endoftext|>', '<EOT>', '<META_START>', '<|im_start|>system']) {
      expect(tokensOf(await o200k.count(text))).toBeGreaterThan(1)
      expect(tokensOf(await claude.count(text))).toBeGreaterThan(1)
    }
  })

  it.each<readonly [string, string]>([
    ['20,000 times a', 'a'.repeat(20_000)],
    ['20,000 random letters', letters(20_000, 0x61, 26)],
    ['20,000 random Han', letters(20_000, 0x4e00, 20_000)],
    ['40,000 random Han', letters(40_000, 0x4e00, 20_000)],
  ])('counts %s in less than a second', { tags: ['long'] }, async (_, text) => {
    for (const counter of [o200k, claude]) {
      await counter.count('tables are loaded')
      // The time of the processor: a machine that others use too makes nothing quadratic.
      const start = process.cpuUsage()
      const tokens = tokensOf(await counter.count(text))
      const { user, system } = process.cpuUsage(start)
      expect((user + system) / 1000).toBeLessThan(1000)
      expect(tokens).toBeGreaterThan(1000)
    }
  })

  it('loses less than a token for each piece of a long run, and splits no character', async () => {
    const run = `${letters(3000, 0x61, 26)} ${'😀'.repeat(900)}`
    const whole = tokensOf(await o200k.count(run))
    const pieces = await Promise.all(
      [run.slice(0, 3000), run.slice(3000)].map((part) => o200k.count(part)),
    )
    expect(Math.abs(pieces.map(tokensOf).reduce((a, b) => a + b) - whole)).toBeLessThan(10)
    expect(tokensOf(await o200k.count('😀'.repeat(900)))).toBe(900)
  })

  it('gives up after its time, in a new thread each time', async () => {
    const counter = createExactCounter({ encoding: 'o200k', timeoutMs: 1 })
    for (const _ of [1, 2])
      expect(await counter.count('word '.repeat(100_000))).toMatchObject({ outcome: 'timeout' })
    await counter.close()
    expect(await counter.count('x')).toMatchObject({ outcome: 'closed' })
  })

  it('ends what it counts when it is closed', async () => {
    const counter = createExactCounter({ encoding: 'claude' })
    const pending = [counter.count('word '.repeat(100_000)), counter.count('x')]
    await new Promise((resolve) => setTimeout(resolve, 5))
    await counter.close()
    expect((await Promise.all(pending)).map(({ outcome }) => outcome)).toEqual(['closed', 'closed'])
  })
})
