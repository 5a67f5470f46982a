import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sizesOf, sizesOfJoined } from './sizes.ts'

describe('sizesOfJoined', () => {
  it('is the size of the joined text, wherever it is cut', () => {
    const text = fc.oneof(
      fc.constantFrom('', '\ud83d', '\ude00', '你', 'a'),
      fc.string({ unit: 'binary', maxLength: 200 }),
    )
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), (texts) => {
        expect(sizesOfJoined(texts)).toEqual(sizesOf(texts.join('')))
      }),
      { numRuns: 300 },
    )
  })

  it('counts a pair once that two texts share, with an empty one between them', () => {
    expect(sizesOfJoined(['a\ud83d', '', '\ude00b'])).toEqual(sizesOf('a\u{1f600}b'))
    expect(sizesOfJoined(['a\ud83d', '', '\ude00b']).chars).toBe(3)
  })
})
