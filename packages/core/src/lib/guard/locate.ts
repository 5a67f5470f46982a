import type { SourceDocument } from '../model/source.ts'
import type { Piece, TracedText } from '../model/traced-text.ts'
import { createLineIndex, type LineIndex } from '../text/line-index.ts'
import type { SourcePlace } from './guard-stage.ts'

/**
 * Answers where an output offset of a traced text stands in its file. Text that
 * comes from no source is placed at the end of the source text before it, else at
 * the beginning of the one after it.
 */
export function createLocator(
  traced: TracedText,
  documents: readonly SourceDocument[],
): (offset: number) => SourcePlace {
  const starts = startsOf(traced.pieces)
  const indexes = new Map<number, LineIndex>()
  return (offset) => {
    const { source, at } = sourceOffset(traced.pieces, starts, offset)
    const index = indexes.get(source) ?? createLineIndex(documents[source]?.text ?? '')
    indexes.set(source, index)
    return { source, ...index.position(at) }
  }
}

function startsOf(pieces: readonly Piece[]): readonly number[] {
  let offset = 0
  return pieces.map((piece) => {
    const start = offset
    offset += piece.text.length
    return start
  })
}

function sourceOffset(
  pieces: readonly Piece[],
  starts: readonly number[],
  offset: number,
): { readonly source: number; readonly at: number } {
  const found = lastAtOrBefore(starts, offset)
  const piece = pieces[found]
  if (piece && 'source' in piece) {
    const within = piece.verbatim ? offset - (starts[found] ?? 0) : 0
    return { source: piece.source, at: piece.start + within }
  }
  const before = pieces.slice(0, found).findLast((other) => 'source' in other)
  if (before && 'source' in before) return { source: before.source, at: before.end }
  const after = pieces.slice(found).find((other) => 'source' in other)
  return after && 'source' in after
    ? { source: after.source, at: after.start }
    : { source: 0, at: 0 }
}

function lastAtOrBefore(starts: readonly number[], offset: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}
