import type { Composition } from '../model/composition.ts'
import type { SourceRef } from '../model/source.ts'
import type { InsertedKind } from '../model/traced-text.ts'
import { createLineIndex, type LinePosition } from '../text/line-index.ts'

/** Where one character of the prompt came from. */
export type CharacterOrigin =
  | ({ readonly section: string; readonly source: SourceRef } & LinePosition)
  | { readonly section: string; readonly inserted: InsertedKind }

/** Says which file, line and column a UTF-16 offset of the prompt came from; `undefined` outside the prompt. */
export function explainOffset(
  composition: Composition,
  offset: number,
): CharacterOrigin | undefined {
  const found = composition.placed.find((placed) => placed.start <= offset && offset < placed.end)
  if (!found) return undefined
  const { piece, section } = found
  if ('inserted' in piece) return { section, inserted: piece.inserted }
  const document = composition.documents[section]?.[piece.source]
  if (!document) return undefined
  const within = piece.verbatim ? offset - found.start : 0
  const position = createLineIndex(document.text).position(piece.start + within)
  return { section, source: document.ref, ...position }
}
