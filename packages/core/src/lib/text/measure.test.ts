import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countBytes, countChars } from './measure.ts'
import { sizesOf } from './sizes.ts'
import { estimateTokens } from './tokens.ts'

/** Any string of UTF-16 units, lone surrogates included. */
const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd800, max: 0xdfff })))
  .map((units) => String.fromCharCode(...units))

describe('countChars', () => {
  it('counts what the string iterator yields, for any units', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(countChars(text)).toBe([...text].length)
      }),
    )
  })

  it('counts a Chinese character and an emoji as one each', () => {
    expect(countChars('写代码🐈')).toBe(4)
    expect(countChars('')).toBe(0)
  })
})

describe('countBytes', () => {
  it('agrees with a UTF-8 encoder, for any units', () => {
    const encoder = new TextEncoder()
    fc.assert(
      fc.property(anyText, (text) => {
        expect(countBytes(text)).toBe(encoder.encode(text).length)
      }),
    )
  })

  it('counts a lone surrogate as three bytes', () => {
    expect(countBytes('a\ud83d')).toBe(4)
    expect(countBytes('\udc08a')).toBe(4)
  })
})

describe('sizesOf', () => {
  it('says in one pass what each measure says', () => {
    fc.assert(
      fc.property(anyText, (any) => {
        const bytes = new TextEncoder().encode(any).length
        expect(sizesOf(any)).toEqual({ chars: [...any].length, bytes, tokens: estimateTokens(any) })
      }),
    )
    expect(sizesOf('é🐈')).toEqual({ chars: 2, bytes: 6, tokens: 2 })
  })
})
