import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateTokens, TOKENIZER } from './tokens.ts'

describe('estimateTokens', () => {
  it('weighs each script class by its measured coefficient', () => {
    const of = (char: string): number => estimateTokens(char.repeat(100))
    expect(of('写')).toBe(130)
    expect(of('か')).toBe(130)
    expect(of('한')).toBe(130)
    expect(of('，')).toBe(130)
    expect(of('Ａ')).toBe(130)
    expect(of('𠀀')).toBe(130)
    expect(of('a')).toBe(24)
    expect(of('é')).toBe(61)
    expect(of('7')).toBe(89)
    expect(of('{')).toBe(112)
    expect(of('ж')).toBe(61)
    expect(of('🐈')).toBe(61)
    expect(of(' ')).toBe(0)
    expect(of('\n')).toBe(0)
    expect(of('\u3000')).toBe(0)
  })

  it('rounds up, and nothing costs nothing', () => {
    expect(estimateTokens('')).toBe(0)
    expect(estimateTokens('a')).toBe(1)
    expect(estimateTokens('   \r\n')).toBe(0)
  })

  it('never shrinks when text is added and never charges more for the whole than for its parts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        const whole = estimateTokens(a + b)
        expect(whole).toBeGreaterThanOrEqual(estimateTokens(a))
        expect(whole).toBeLessThanOrEqual(estimateTokens(a) + estimateTokens(b))
      }),
    )
  })

  it('reads at least 20 MB a second', () => {
    const text = 'Answer in Chinese, 用中文回答; run `npm test` 3 times. '.repeat(20_000)
    const seconds = Array.from({ length: 10 }, () => {
      const start = performance.now()
      estimateTokens(text)
      return (performance.now() - start) / 1000
    })
    // The best of ten, because the machine may be busy.
    expect(text.length / 1e6 / Math.min(...seconds)).toBeGreaterThan(20)
  })
})

describe('TOKENIZER', () => {
  it('names the estimator and the family it was fitted to', () => {
    expect(TOKENIZER).toBe('estimate/claude')
  })
})
