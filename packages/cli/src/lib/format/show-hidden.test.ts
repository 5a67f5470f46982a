import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonText, showHidden, showHiddenPart } from './show-hidden.ts'

const ACTING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

describe('showHidden', () => {
  it.each([
    ['a\u202eb', 'a⟦U+202E⟧b'],
    ['\u001b[8mx', '⟦U+001B⟧[8mx'],
    ['a\r\nb', 'a⟦U+000D⟧⟦U+000A⟧b'],
    ['x\u{e0041}', 'x⟦U+E0041⟧'],
    ['g\ufe0f', 'g⟦U+FE0F⟧'],
    ['a\tb', 'a b'],
    ['schön 中文', 'schön 中文'],
  ])('shows %j', (text, expected) => {
    expect(showHidden(text)).toBe(expected)
  })

  it('lets nothing through that acts on a terminal', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(50), (text, most) => {
        expect(showHidden(text)).not.toMatch(ACTING)
        const part = showHiddenPart(text, most)
        expect(part).not.toMatch(ACTING)
        expect(part.length).toBeLessThanOrEqual(most + 1)
      }),
    )
  })
})

describe('jsonText', () => {
  it('reads back the same and holds nothing that acts on a terminal', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const json = jsonText({ text })
        expect(JSON.parse(json)).toEqual({ text })
        expect(json.replaceAll('\n', '')).not.toMatch(ACTING)
      }),
    )
  })
})
