import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  applyEdits,
  compactPieces,
  type Piece,
  sliceTraced,
  sourcePiece,
  type TextEdit,
  type TracedText,
  textOf,
} from './traced-text.ts'

const words = fc.array(fc.string({ minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 })

/** A text made of runs of one source with inserted runs between them. */
function build(runs: readonly string[]): { traced: TracedText; source: string } {
  const pieces: Piece[] = []
  let source = ''
  runs.forEach((run, index) => {
    if (index % 3 === 2) pieces.push({ text: run, inserted: 'joiner' })
    else {
      pieces.push(sourcePiece(run, 0, source.length))
      source += run
    }
  })
  return { traced: { pieces }, source }
}

const editList = (length: number): fc.Arbitrary<TextEdit[]> =>
  fc
    .array(fc.tuple(fc.nat(length), fc.nat(4), fc.string({ maxLength: 3 })), { maxLength: 5 })
    .map((raw) => {
      let cursor = 0
      return raw
        .sort((a, b) => a[0] - b[0])
        .flatMap(([at, size, text]) => {
          const start = Math.max(at, cursor)
          const end = Math.min(length, start + size + 1)
          cursor = end
          return start < end ? [{ start, end, text }] : []
        })
    })

function applyToString(text: string, edits: readonly TextEdit[]): string {
  let out = ''
  let cursor = 0
  for (const edit of edits) {
    out += text.slice(cursor, edit.start) + edit.text
    cursor = edit.end
  }
  return out + text.slice(cursor)
}

function expectTruthful(traced: TracedText, source: string): void {
  for (const piece of traced.pieces) {
    if ('source' in piece && piece.verbatim) {
      expect(source.slice(piece.start, piece.end)).toBe(piece.text)
    }
  }
}

describe('applyEdits', () => {
  it('gives the text that the same edits give on a string, and every origin stays true', () => {
    fc.assert(
      fc.property(
        words.chain((runs) => {
          const { traced, source } = build(runs)
          return fc.tuple(fc.constant(traced), fc.constant(source), editList(textOf(traced).length))
        }),
        ([traced, source, edits]) => {
          const edited = applyEdits(traced, edits)
          expect(textOf(edited)).toBe(applyToString(textOf(traced), edits))
          expectTruthful(edited, source)
        },
      ),
    )
  })

  it('keeps the record of an earlier removal through later edits, touching or not', () => {
    const removed = applyEdits({ pieces: [sourcePiece('abcd', 0, 0)] }, [
      { start: 1, end: 2, text: '' },
    ])
    expect(applyEdits(removed, [{ start: 2, end: 3, text: 'X' }]).pieces).toContainEqual(
      removed.pieces[1],
    )
    expect(applyEdits(removed, [{ start: 0, end: 3, text: 'X' }]).pieces).toContainEqual(
      removed.pieces[1],
    )
  })

  it('takes two hundred thousand edits of one piece', () => {
    const text = '< '.repeat(200_000)
    const edits = Array.from({ length: 200_000 }, (_, i) => ({
      start: 2 * i,
      end: 2 * i + 1,
      text: '&lt;',
    }))
    const edited = applyEdits({ pieces: [sourcePiece(text, 0, 0)] }, edits)
    expect(edited.pieces).toHaveLength(400_000)
  })

  it('lets a replacement stand for the source range that it replaced', () => {
    const edited = applyEdits({ pieces: [sourcePiece('a <b> c', 0, 10)] }, [
      { start: 2, end: 3, text: '&lt;' },
    ])
    expect(edited.pieces).toEqual([
      { text: 'a ', source: 0, start: 10, end: 12, verbatim: true },
      { text: '&lt;', source: 0, start: 12, end: 13, verbatim: false },
      { text: 'b> c', source: 0, start: 13, end: 17, verbatim: true },
    ])
  })
})

describe('sliceTraced', () => {
  it('cuts the same text as a string slice, and every origin stays true', () => {
    fc.assert(
      fc.property(words, fc.nat(40), fc.nat(40), (runs, a, b) => {
        const { traced, source } = build(runs)
        const sliced = sliceTraced(traced, Math.min(a, b), Math.max(a, b))
        expect(textOf(sliced)).toBe(textOf(traced).slice(Math.min(a, b), Math.max(a, b)))
        expectTruthful(sliced, source)
      }),
    )
  })
})

describe('compactPieces', () => {
  it('joins runs that continue each other and keeps the rest', () => {
    const { pieces } = compactPieces([
      sourcePiece('ab', 0, 0),
      sourcePiece('cd', 0, 2),
      sourcePiece('', 0, 4),
      sourcePiece('x', 1, 0),
    ])
    expect(pieces.map((piece) => piece.text)).toEqual(['abcd', 'x'])
  })
})
