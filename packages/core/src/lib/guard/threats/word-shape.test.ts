import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashWord, prependToHash } from './fold-word.ts'
import { WordShape } from './word-shape.ts'

function measured(word: string): WordShape {
  const shape = new WordShape()
  shape.measure(`(${word})`, 1, word.length + 2)
  return shape
}

/** The parts of a name as the shape parts it. */
function partsOf(name: string): readonly string[] {
  const part = new WordShape()
  const parts: string[] = []
  for (let at = 0; at < name.length; at = part.end) {
    part.measurePart(name, at, name.length)
    parts.push(name.slice(at, part.end))
  }
  return parts
}

const names = fc.string({ unit: fc.constantFrom(...'abzABZ019_'), minLength: 1, maxLength: 24 })

describe('WordShape', () => {
  it.each([
    ['plain', { digits: 0, joints: 0, humped: false, turns: false }],
    ['Plain', { digits: 0, joints: 0, humped: false, turns: false }],
    ['camelCase', { digits: 0, joints: 0, humped: true, turns: false }],
    ['two_words', { digits: 0, joints: 1, humped: false, turns: false }],
    ['_led', { digits: 0, joints: 1, humped: false, turns: false }],
    ['2024', { digits: 4, joints: 0, humped: false, turns: false }],
    ['v2', { digits: 1, joints: 0, humped: false, turns: false }],
    ['1gn0r3', { digits: 3, joints: 0, humped: false, turns: true }],
    ['a_1', { digits: 1, joints: 1, humped: false, turns: false }],
  ])('measures %s', (word, expected) => {
    expect(measured(word)).toMatchObject({ start: 1, end: word.length + 1, ...expected })
  })

  it('hashes a word as its lexeme is hashed, whatever its case', () => {
    fc.assert(
      fc.property(names, (name) => {
        const folded = name.toLowerCase()
        expect(measured(name)).toMatchObject({
          hash: hashWord(folded),
          headHash: hashWord(folded.slice(0, 4)),
        })
        expect(prependToHash(0x2e, measured(name).hash, name.length)).toBe(hashWord(`.${folded}`))
      }),
    )
  })

  it('parts a name as its humps and joints do', () => {
    expect(partsOf('readHTMLPage2_x')).toEqual(['read', 'HTML', 'Page', '2', '_', 'x'])
    fc.assert(
      fc.property(names, (name) => {
        expect(partsOf(name).filter((part) => part !== '_')).toEqual(
          name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? [],
        )
        expect(partsOf(name).join('')).toBe(name)
      }),
    )
  })
})
