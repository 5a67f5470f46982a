import type { Composition, PlacedPiece } from '../model/composition.ts'
import type { SourceRef } from '../model/source.ts'
import type { InsertedKind } from '../model/traced-text.ts'
import { createLineIndex, type LinePosition } from '../text/line-index.ts'

/** Where one character of the prompt came from. */
export type CharacterOrigin =
  | ({ readonly section: string; readonly source: SourceRef } & LinePosition)
  | { readonly section: string; readonly inserted: InsertedKind }

/**
 * Says which file, line and column a UTF-16 offset of the prompt came from;
 * `undefined` outside the prompt.
 *
 * @param part - Id of the part that the offset counts in, of the turn's too.
 * Default: the offset counts in `composition.text`, all frozen parts joined.
 */
export function explainOffset(
  composition: Composition,
  offset: number,
  part?: string,
): CharacterOrigin | undefined {
  const at = part === undefined ? placeOf(composition, offset) : { part, offset }
  const found = at && composition.placed.find((placed) => holds(placed, at))
  if (!found) return undefined
  const { piece, section } = found
  if ('inserted' in piece) return { section, inserted: piece.inserted }
  const document = composition.documents[section]?.[piece.source]
  if (!document) return undefined
  const within = piece.verbatim ? at.offset - found.start : 0
  const position = createLineIndex(document.text).position(piece.start + within)
  return { section, source: document.ref, ...position }
}

interface PartOffset {
  readonly part: string
  readonly offset: number
}

function holds(placed: PlacedPiece, { part, offset }: PartOffset): boolean {
  return placed.part === part && placed.start <= offset && offset < placed.end
}

/** The part that holds an offset of the parts joined. */
function placeOf({ parts }: Composition, offset: number): PartOffset | undefined {
  let start = 0
  for (const { id, text } of parts) {
    if (offset < start + text.length) return { part: id, offset: offset - start }
    start += text.length
  }
  return undefined
}
