import { describe, expect, it } from 'vitest'
import { sourcePiece } from '../model/traced-text.ts'
import { documentOf } from './fixtures/slot-prompt.ts'
import { createLocator } from './locate.ts'

const documents = [documentOf('one\ntwo\nthree'), documentOf('four\nfive')]
const ours = (text: string) => ({ text, inserted: 'joiner' as const })

describe('createLocator', () => {
  it('places every offset of a text at its line and column', () => {
    const pieces = [sourcePiece('two\n', 0, 4), ours('--'), sourcePiece('five', 1, 5)]
    const locate = createLocator({ pieces }, documents)
    expect([0, 2, 3].map(locate)).toEqual([
      { source: 0, line: 2, column: 1 },
      { source: 0, line: 2, column: 3 },
      { source: 0, line: 2, column: 4 },
    ])
    expect([4, 5].map(locate)).toEqual(Array(2).fill({ source: 0, line: 3, column: 1 }))
    expect([6, 9].map(locate)).toEqual([
      { source: 1, line: 2, column: 1 },
      { source: 1, line: 2, column: 4 },
    ])
  })

  it('places text of ours behind the source text before it, else at the one after it', () => {
    const pieces = [
      ours('a'),
      ours('b'),
      sourcePiece('three', 0, 8),
      ours('c'),
      sourcePiece('four', 1, 0),
    ]
    const locate = createLocator({ pieces }, documents)
    expect([0, 1, 7].map(locate)).toEqual([
      { source: 0, line: 3, column: 1 },
      { source: 0, line: 3, column: 1 },
      { source: 0, line: 3, column: 6 },
    ])
  })

  it('places what has no source text at all at the beginning', () => {
    expect(createLocator({ pieces: [ours('abc')] }, documents)(2)).toEqual({
      source: 0,
      line: 1,
      column: 1,
    })
    expect(createLocator({ pieces: [] }, [])(0)).toEqual({ source: 0, line: 1, column: 1 })
  })

  it('places all of what is not verbatim at its beginning', () => {
    const pieces = [{ ...sourcePiece('two', 0, 4), verbatim: false as const, text: 'other words' }]
    expect(createLocator({ pieces }, documents)(7)).toEqual({ source: 0, line: 2, column: 1 })
  })
})
