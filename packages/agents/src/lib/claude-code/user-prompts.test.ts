import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinTexts } from './user-prompts.ts'

describe('joinTexts', () => {
  it.each([
    [['a', 'b'], 'a\n\nb'],
    [['a\n', 'b'], 'a\n\nb'],
    [['a\n\n', 'b'], 'a\n\nb'],
    [['a\r\n', 'b'], 'a\r\n\nb'],
    [['', 'b', ''], 'b'],
    [[], ''],
  ])('joins %j', (texts, joined) => {
    expect(joinTexts(texts)).toBe(joined)
  })

  it('keeps every byte of every text, in order, and adds nothing but line ends', () => {
    const tail = fc.string({ unit: fc.constantFrom('b', '\n', '\r', ' ') })
    const texts = fc.array(
      tail.map((text) => `a${text}`),
      { maxLength: 4 },
    )
    fc.assert(
      fc.property(texts, (list) => {
        let rest = joinTexts(list)
        for (const text of list) {
          const at = rest.indexOf('a')
          expect(rest.slice(0, at)).toMatch(/^\n{0,2}$/)
          expect(rest.slice(at, at + text.length)).toBe(text)
          rest = rest.slice(at + text.length)
        }
        expect(rest).toBe('')
      }),
    )
  })
})
