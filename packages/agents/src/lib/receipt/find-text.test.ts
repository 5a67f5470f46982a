import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findExact, findNormalised } from './find-text.ts'

describe('findExact', () => {
  it('finds every place, without overlaps', () => {
    expect(findExact('aa-aaa', 'aa')).toEqual([
      { start: 0, end: 2 },
      { start: 3, end: 5 },
    ])
    expect(findExact('abc', 'x')).toEqual([])
  })

  it('does not find what has no words', () => {
    expect(findExact('a \n b', ' \n ')).toEqual([])
    expect(findExact('abc', '')).toEqual([])
  })
})

describe('findNormalised', () => {
  it('finds re-wrapped text and gives its place in the original', () => {
    const text = '> one\n> two   three\r\nfour'
    const [hit] = findNormalised(text, 'two three four\n')
    expect(text.slice(hit?.start, hit?.end)).toBe('two   three\r\nfour')
  })

  it('finds a text however its white space was changed', () => {
    const word = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => !/\s/.test(text))
    const space = fc.constantFrom(' ', '\n', '\r\n', '  \t', '\u3000')
    fc.assert(
      fc.property(fc.array(fc.tuple(word, space), { minLength: 1 }), space, (parts, other) => {
        const needle = parts.map(([text]) => text).join(' ')
        const wrapped = `\n${parts.map(([text, gap]) => text + gap).join(other)}`
        const hits = findNormalised(wrapped, needle)
        expect(hits.length).toBeGreaterThan(0)
        for (const { start, end } of hits) {
          expect(wrapped.slice(start, end).split(/\s+/)).toEqual(needle.split(/\s+/))
        }
      }),
    )
  })
})
