/** What a piece of text is that comes from no source. */
export type InsertedKind =
  | 'wrapper'
  | 'lead-in'
  | 'joiner'
  | 'cut-marker'
  | 'metacognition'
  | 'facts'
  | 'variable'
  | 'builtin'

/**
 * A run of output text with its origin. With `source`, the run stands for the
 * half-open range `start..end` of that source document's text: the same
 * characters when `verbatim`, a replacement for them otherwise. With
 * `inserted`, it comes from us.
 */
export type Piece =
  | {
      readonly text: string
      readonly source: number
      readonly start: number
      readonly end: number
      readonly verbatim: boolean
    }
  | { readonly text: string; readonly inserted: InsertedKind }

/**
 * Text that knows where each of its characters came from. Source ranges of
 * consecutive pieces of one source only grow.
 */
export interface TracedText {
  readonly pieces: readonly Piece[]
}

/** The text alone. */
export function textOf({ pieces }: TracedText): string {
  const [first] = pieces
  if (first && pieces.length === 1) return first.text
  return pieces.map((piece) => piece.text).join('')
}

/** A verbatim run of a source document. */
export function sourcePiece(text: string, source: number, start: number): Piece {
  return { text, source, start, end: start + text.length, verbatim: true }
}

/** Removes empty runs that stand for nothing and joins neighbours that continue each other. */
export function compactPieces(pieces: readonly Piece[]): TracedText {
  const out: Piece[] = []
  for (const piece of pieces) {
    if (piece.text === '' && ('inserted' in piece || piece.start === piece.end)) continue
    const last = out.at(-1)
    const joined = last && joinPieces(last, piece)
    if (joined) out[out.length - 1] = joined
    else out.push(piece)
  }
  return { pieces: out }
}

function joinPieces(a: Piece, b: Piece): Piece | undefined {
  if ('inserted' in a) {
    return 'inserted' in b && a.inserted === b.inserted
      ? { ...a, text: a.text + b.text }
      : undefined
  }
  if ('inserted' in b) return undefined
  const continues = a.verbatim && b.verbatim && a.source === b.source && a.end === b.start
  return continues ? { ...a, text: a.text + b.text, end: b.end } : undefined
}

/** One replacement in the output text of a traced text: `start..end` becomes `text`. */
export interface TextEdit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * Applies edits given in offsets of `textOf(traced)`, keeping the origin of
 * every character: a replacement stands for the source range that it replaced.
 * Edits must be sorted and must not overlap. An edit across two pieces is split
 * at their border; its text goes to the first.
 */
export function applyEdits(traced: TracedText, edits: readonly TextEdit[]): TracedText {
  if (edits.length === 0) return traced
  const out: Piece[] = []
  let offset = 0
  let next = 0
  for (const piece of traced.pieces) {
    const end = offset + piece.text.length
    const first = next
    while (next < edits.length && (edits[next]?.end ?? 0) <= end) next++
    const touching = edits.slice(first, next + 1).filter((edit) => edit.start < end)
    for (const part of editPiece(piece, offset, touching)) out.push(part)
    offset = end
  }
  return compactPieces(out)
}

/** Applies to one piece, which begins at `offset`, those edits that touch it. */
function editPiece(piece: Piece, offset: number, edits: readonly TextEdit[]): Piece[] {
  // A piece without text stands for what an earlier edit removed; it must survive as it is.
  if (edits.length === 0 || piece.text === '') return [piece]
  const out: Piece[] = []
  let cursor = 0
  for (const edit of edits) {
    const start = Math.max(0, edit.start - offset)
    const end = Math.min(piece.text.length, edit.end - offset)
    const text = edit.start >= offset ? edit.text : ''
    out.push(slicePiece(piece, cursor, start), replacePiece(piece, { start, end, text }))
    cursor = end
  }
  out.push(slicePiece(piece, cursor, piece.text.length))
  return out
}

/** Cuts `start..end` (offsets in `piece.text`) out of a piece. A replacement that is cut keeps its whole source range. */
export function slicePiece(piece: Piece, start: number, end: number): Piece {
  const text = piece.text.slice(start, end)
  if ('inserted' in piece) return { ...piece, text }
  if (!piece.verbatim)
    return text === '' ? { ...piece, text, end: piece.start } : { ...piece, text }
  return { ...piece, text, start: piece.start + start, end: piece.start + end }
}

function replacePiece(piece: Piece, edit: TextEdit): Piece {
  if ('inserted' in piece) return { ...piece, text: edit.text }
  const range = slicePiece(piece, edit.start, edit.end)
  if ('inserted' in range) return range
  return { ...range, text: edit.text, verbatim: false }
}

/** Cuts the half-open output range `start..end` out of a traced text. */
export function sliceTraced(traced: TracedText, start: number, end: number): TracedText {
  const out: Piece[] = []
  let offset = 0
  for (const piece of traced.pieces) {
    const from = Math.max(start, offset) - offset
    const to = Math.min(end, offset + piece.text.length) - offset
    if (from < to) out.push(slicePiece(piece, from, to))
    offset += piece.text.length
  }
  return compactPieces(out)
}
