import type { PlacedPiece } from '../model/composition.ts'
import type { InsertedKind, Piece } from '../model/traced-text.ts'

/** A prompt as a tree, before a target gives it a shape. */
export type RenderNode = RenderElement | RenderText

export interface RenderElement {
  readonly kind: 'element'
  readonly element: string
  readonly attributes: Readonly<Record<string, string>>
  /** The section that the tags belong to; `frame` for structure around sections. */
  readonly section: string
  readonly children: readonly RenderNode[]
}

export interface RenderText {
  readonly kind: 'text'
  readonly section: string
  readonly pieces: readonly Piece[]
}

/** A piece of output with the section that it belongs to, before it has a place. */
export interface RenderRun {
  readonly section: string
  readonly piece: Piece
}

/** The section id of everything that belongs to no section: the wrappers around them. */
export const FRAME = 'frame'

/** Id of the first frozen part, and of the only one of a rendering in one part. */
export const FIRST_PART = 'system/0'

/** Text of ours. */
export function inserted(section: string, text: string, what: InsertedKind): RenderText {
  return { kind: 'text', section, pieces: [{ text, inserted: what }] }
}

/** Lays pieces end to end in a part. */
export function placePieces(
  runs: readonly RenderRun[],
  part: string = FIRST_PART,
): readonly PlacedPiece[] {
  let offset = 0
  return runs
    .filter(({ piece }) => piece.text !== '')
    .map(({ section, piece }) => {
      const start = offset
      offset += piece.text.length
      return { section, part, start, end: offset, piece }
    })
}
