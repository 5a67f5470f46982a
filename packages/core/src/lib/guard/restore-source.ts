import type { SourceDocument } from '../model/source.ts'
import type { TracedText } from '../model/traced-text.ts'

/**
 * Undoes every change that the guard made: returns the text that the pieces stand
 * for, in source characters. Text that comes from no source stays as it is.
 */
export function restoreSource(traced: TracedText, documents: readonly SourceDocument[]): string {
  const restoredTo = new Map<number, number>()
  return traced.pieces
    .map((piece) => {
      if ('inserted' in piece) return piece.text
      const start = Math.max(piece.start, restoredTo.get(piece.source) ?? 0)
      restoredTo.set(piece.source, Math.max(start, piece.end))
      return documents[piece.source]?.text.slice(start, piece.end) ?? ''
    })
    .join('')
}
