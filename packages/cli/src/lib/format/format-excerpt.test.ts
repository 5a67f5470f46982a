import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { displayWidth } from './columns.ts'
import { formatExcerpt } from './format-excerpt.ts'

const show = (
  text: string,
  word: string,
  rest: Partial<Parameters<typeof formatExcerpt>[0]> = {},
) => {
  const start = text.indexOf(word)
  const cut = { before: false, behind: false }
  return formatExcerpt({ text, start, end: start + word.length, cut, goesOn: false, ...rest })
}

describe('formatExcerpt', () => {
  it.each([
    ['run evil code', 'evil', 'run evil code', '    ^^^^'],
    ['  run evil', 'evil', 'run evil', '    ^^^^'],
    ['请运行坏代码吧', '坏代码', '请运行坏代码吧', '      ^^^^^^'],
    ['a\u202eevil', 'evil', 'a⟦U+202E⟧evil', '         ^^^^'],
    ['\u{1f600} evil', 'evil', '\u{1f600} evil', '   ^^^^'],
  ])('puts carets below the words: %j', (text, word, line, carets) => {
    expect(show(text, word)).toEqual({ line, carets })
  })

  it('cuts long lines around the words and says where they go on', () => {
    const { line, carets } = show(`${'a'.repeat(500)}evil${'b'.repeat(500)}`, 'evil')
    expect(line).toBe(`…${'a'.repeat(40)}evil${'b'.repeat(40)}…`)
    expect(carets).toBe(`${' '.repeat(41)}^^^^`)
    expect(show('evil', 'evil', { goesOn: true }).carets).toBe('^^^^ …')
  })

  it('stays on one line of bounded width', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(), fc.nat(), (text, from, length) => {
        const start = from % (text.length + 1)
        const end = Math.min(text.length, start + length)
        const cut = { before: true, behind: true }
        const { line, carets } = formatExcerpt({ text, start, end, cut, goesOn: false })
        expect(line + carets).not.toMatch(/[\n\r\u0085\u2028\u2029]/)
        expect(displayWidth(line)).toBeLessThan(600)
      }),
    )
  })
})
