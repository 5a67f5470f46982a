import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPlaceCounter } from './place-counter.ts'

describe('createPlaceCounter', () => {
  it('counts lines and columns of a text of which a window is kept', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', '\n', '😀'), maxLength: 60 })
    const steps = fc.array(fc.record({ ahead: fc.nat(9), keep: fc.nat(9) }), { maxLength: 20 })
    fc.assert(
      fc.property(texts, steps, (text, walk) => {
        const counter = createPlaceCounter()
        let [dropped, at] = [0, 0]
        for (const { ahead, keep } of walk) {
          at = Math.min(text.length, at + ahead)
          const before = text.slice(0, at).split('\n')
          const expected = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
          expect(counter.at(text.slice(dropped), at - dropped)).toEqual(expected)
          const units = Math.max(0, at - keep - dropped)
          counter.drop(text.slice(dropped), units)
          dropped += units
        }
      }),
    )
  })
})
