import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateTokens } from '../text/tokens.ts'
import { anchorCount } from './anchor-count.ts'
import { type Calibration, calibrate, calibratedTokens, contentClassOf } from './calibrate.ts'
import { createCountCache } from './count-cache.ts'
import { needsExactCount } from './needs-exact-count.ts'
import { requestOverhead } from './request-overhead.ts'
import { type TokenFamily, tokenFamilyOf } from './token-family.ts'

const FAMILIES: readonly TokenFamily[] = [
  'claude',
  'claude-new',
  'gpt',
  'gemini',
  'deepseek',
  'qwen',
]

describe('estimateTokens of a family', () => {
  it.each<readonly [TokenFamily, readonly number[]]>([
    ['claude', [130, 24, 24, 61, 61, 89, 112, 61, 0]],
    ['claude-new', [130, 34, 34, 61, 61, 94, 134, 61, 0]],
    ['gpt', [78, 23, 90, 100, 28, 88, 53, 58, 0]],
    ['gemini', [78, 23, 90, 100, 28, 88, 53, 58, 0]],
    ['deepseek', [60, 30, 90, 100, 28, 88, 53, 58, 0]],
    ['qwen', [67, 33, 90, 100, 28, 88, 53, 58, 0]],
  ])('weighs each class: %s', (family, expected) => {
    const chars = ['写', 'a', 'A', 'é', 'ж', '7', '{', '🐈', '\n']
    expect(chars.map((char) => estimateTokens(char.repeat(100), { family }))).toEqual(expected)
    expect(estimateTokens('𠀀'.repeat(100), { family })).toBe(expected[0])
  })

  it('never shrinks when text is added', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        for (const family of FAMILIES) {
          const whole = estimateTokens(a + b, { family })
          expect(whole).toBeGreaterThanOrEqual(estimateTokens(a, { family }))
        }
      }),
    )
  })

  it('is the old estimate without a family', () => {
    expect(estimateTokens('Hello, 世界 42')).toBe(
      estimateTokens('Hello, 世界 42', { family: 'claude' }),
    )
  })
})

describe('tokenFamilyOf', () => {
  it.each<readonly [string, TokenFamily]>([
    ['claude-opus-4-6', 'claude'],
    ['claude-opus-4-7', 'claude-new'],
    ['claude-opus-4-20250514', 'claude'],
    ['claude-opus-5', 'claude-new'],
    ['anthropic/claude-sonnet-4.6', 'claude'],
    ['claude-sonnet-5', 'claude-new'],
    ['claude-haiku-4-5-20251001', 'claude'],
    ['claude-3-5-sonnet-latest', 'claude'],
    ['claude-fable-5', 'claude-new'],
    ['gpt-5.6', 'gpt'],
    ['o3-mini', 'gpt'],
    ['google/gemini-3-pro', 'gemini'],
    ['deepseek-v4', 'deepseek'],
    ['Qwen3-Coder', 'qwen'],
    ['mystery-1', 'claude-new'],
  ])('%s is %s', (model, family) => {
    expect(tokenFamilyOf(model)).toBe(family)
  })
})

describe('requestOverhead', () => {
  it('counts the request, and tools once and each', () => {
    expect([requestOverhead(), requestOverhead({ tools: 2 })]).toEqual([6, 661])
  })
})

describe('createCountCache', () => {
  it('counts a text once, by its content, and forgets the one not asked for longest', () => {
    const asked: string[] = []
    const count = createCountCache(
      (text) => {
        asked.push(text)
        return text.length
      },
      { maxEntries: 2 },
    )
    expect(['aa', 'b', 'aa', 'ccc', 'aa', 'b'].map(count)).toEqual([2, 1, 2, 3, 2, 1])
    expect(asked).toEqual(['aa', 'b', 'ccc', 'b'])
  })

  it('forgets beyond so many characters, and asks a name of its own for each text', () => {
    const asked: string[] = []
    const ask = (text: string): number => asked.push(text)
    const count = createCountCache(ask, { maxChars: 16 })
    for (const text of ['aaaa', 'bbbb', 'aaaa', 'cccc', 'aaaa', 'dddd', 'bbbb']) count(text)
    expect(asked).toEqual(['aaaa', 'bbbb', 'cccc', 'dddd', 'bbbb'])
    const named = createCountCache(ask, { hash: (text) => text.toLowerCase() })
    expect([named('X'), named('x')]).toEqual([6, 6])
  })

  it('remembers a promise and forgets one that failed', async () => {
    let asked = 0
    const count = createCountCache(async (text) => {
      asked++
      if (asked === 1) throw new Error('no answer')
      return text.length
    })
    await expect(count('abc')).rejects.toThrow('no answer')
    expect([await count('abc'), await count('abc'), asked]).toEqual([3, 3, 2])
  })

  it('tells texts apart that are almost the same', () => {
    const count = createCountCache((text) => Number(text.slice(0, -1)), { maxEntries: 100_000 })
    const numbers = Array.from({ length: 20_000 }, (_, index) => index)
    for (const number of numbers) count(`${number}x`)
    expect(numbers.every((number) => count(`${number}x`) === number)).toBe(true)
  })
})

describe('anchorCount', () => {
  it('is what the provider counted, and the estimate of what came since', () => {
    const usage = { input: 10, cacheRead: 900, cacheWritten: 50, output: 40 }
    expect(anchorCount(usage, 25)).toEqual({ tokens: 1025, exact: 1000, estimated: 25 })
    expect(anchorCount(null, 25)).toEqual({ tokens: 25, exact: 0, estimated: 25 })
  })
})

describe('calibrate', () => {
  const key = { model: 'm', contentClass: 'code' } as const

  it('comes to the factor that it sees, within 0.7 and 1.6, for each model and class alone', () => {
    const after = (actual: number, times: number) =>
      Array.from({ length: times }).reduce<Calibration>(
        (calibration) => calibrate(calibration, { ...key, estimated: 100, actual }),
        {},
      )
    expect(calibratedTokens(100, {}, key)).toBe(105)
    expect(calibratedTokens(100, after(130, 1), key)).toBe(112)
    expect(calibratedTokens(1000, after(130, 60), key)).toBe(1365)
    expect(calibratedTokens(1000, after(900, 60), key)).toBe(1680)
    expect(calibratedTokens(1000, after(1, 60), key)).toBeCloseTo(735, -1)
    expect(calibratedTokens(100, after(130, 60), { ...key, model: 'n' })).toBe(105)
  })

  it('learns nothing from nothing', () => {
    const before = { 'm/code': 1.2 }
    for (const [estimated, actual] of [
      [0, 5],
      [-1, 5],
      [5, Number.NaN],
      [5, -1],
    ] as const)
      expect(calibrate(before, { ...key, estimated, actual })).toBe(before)
    expect(calibratedTokens(100, { 'm/code': Number.NaN }, key)).toBe(105)
  })

  it('is within the clamp whatever it sees', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.double(), fc.double())), (seen) => {
        const learned = seen.reduce<Calibration>(
          (calibration, [estimated, actual]) =>
            calibrate(calibration, { ...key, estimated, actual }),
          {},
        )
        const factor = learned['m/code'] ?? 1
        expect(factor).toBeGreaterThanOrEqual(0.7)
        expect(factor).toBeLessThanOrEqual(1.6)
      }),
    )
  })
})

describe('contentClassOf', () => {
  it('tells prose, code, data and wide scripts apart', () => {
    expect(contentClassOf('The quick brown fox jumps over the lazy dog, twice.')).toBe('prose')
    expect(contentClassOf('const a = f(b, { c: d })\nreturn a.map((x) => x + 1)')).toBe('code')
    expect(contentClassOf('{"a":1,"b":[2,3,{"c":"d"}],"e":-4.5}')).toBe('data')
    expect(contentClassOf('你好，世界 hello')).toBe('wide')
  })
})

describe('needsExactCount', () => {
  it('asks for no more than what was guessed may be off', () => {
    const near = (guessed: number) => needsExactCount(99_000, [100_000], { guessed })
    expect([2_000, 2_900, 50_000].map(near)).toEqual([false, true, true])
    expect(needsExactCount(99_000, [120_000], { guessed: 99_000 })).toBe(false)
  })

  it('asks within 8 % of an edge only', () => {
    const edges = [0, 1000, 100_000]
    const ask = [919, 920, 1080, 1081, 50_000, 92_000, 108_001]
    expect(ask.map((estimate) => needsExactCount(estimate, edges))).toEqual([
      false,
      true,
      true,
      false,
      false,
      true,
      false,
    ])
  })
})
