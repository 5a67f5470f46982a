import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLineIndex } from './line-index.ts'

const lineText = fc
  .array(fc.constantFrom('a', '字', '\n', '\r', '\r\n', '🐈', '\u2028'))
  .map((parts) => parts.join(''))

describe('createLineIndex', () => {
  it('ends a line at LF, CRLF and a lone CR and at nothing else', () => {
    const text = 'a\nb\r\nc\rd\u2028e\u0085f'
    const index = createLineIndex(text)
    expect(index.lineCount).toBe(4)
    expect(index.position(text.indexOf('b'))).toEqual({ line: 2, column: 1 })
    expect(index.position(text.indexOf('c'))).toEqual({ line: 3, column: 1 })
    expect(index.position(text.indexOf('f'))).toEqual({ line: 4, column: 5 })
  })

  it('keeps both halves of CRLF on the line that they end', () => {
    const index = createLineIndex('ab\r\ncd')
    expect(index.position(2)).toEqual({ line: 1, column: 3 })
    expect(index.position(3)).toEqual({ line: 1, column: 4 })
  })

  it('puts the end of a text that ends in a line end on the next line', () => {
    const index = createLineIndex('a\n')
    expect(index.lineCount).toBe(1)
    expect(index.position(2)).toEqual({ line: 2, column: 1 })
    expect(createLineIndex('').lineCount).toBe(0)
    expect(createLineIndex('').position(0)).toEqual({ line: 1, column: 1 })
  })

  it('moves offsets outside the text to its ends', () => {
    const index = createLineIndex('ab\nc')
    expect(index.position(-3)).toEqual({ line: 1, column: 1 })
    expect(index.position(99)).toEqual({ line: 2, column: 2 })
  })

  it('names the lines that a range touches', () => {
    const index = createLineIndex('one\ntwo\nthree\n')
    expect(index.linesOf(0, 4)).toEqual([1, 1])
    expect(index.linesOf(0, 5)).toEqual([1, 2])
    expect(index.linesOf(4, 4)).toEqual([2, 2])
    expect(index.linesOf(0, 14)).toEqual([1, 3])
  })

  it('gives each line its range, line end included', () => {
    const text = 'one\r\ntwo\rthree'
    const index = createLineIndex(text)
    const lines = [1, 2, 3].map((line) => index.rangeOf(line))
    expect(lines.map(({ start, end }) => text.slice(start, end))).toEqual([
      'one\r\n',
      'two\r',
      'three',
    ])
    expect(index.rangeOf(4)).toEqual({ start: text.length, end: text.length })
    expect(index.rangeOf(0)).toEqual({ start: 0, end: 0 })
  })

  it('agrees with splitting the text, and its lines are the text', () => {
    fc.assert(
      fc.property(lineText, fc.nat(60), (text, offset) => {
        const index = createLineIndex(text)
        const at = Math.min(offset, text.length)
        const lines = text.split(/\r\n|\n|\r/)
        expect(index.lineCount).toBe(lines.at(-1) === '' ? lines.length - 1 : lines.length)
        // A CR that an LF follows is not yet a line end for what precedes the LF.
        const before = text.slice(0, at)
        const open = before.endsWith('\r') && text[at] === '\n' ? before.slice(0, -1) : before
        expect(index.position(at).line).toBe(open.split(/\r\n|\n|\r/).length)
        const joined = lines.map((_, i) => index.rangeOf(i + 1))
        expect(joined.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text)
      }),
    )
  })
})
