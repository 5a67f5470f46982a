import type { DiagnosticSource } from '../model/diagnostic.ts'
import type { SourceDocument } from '../model/source.ts'
import { createLineIndex, type LineIndex } from '../text/line-index.ts'
import type { Statement } from './read-statements.ts'

/** Says where sentences stand; the lines of each document are counted once. */
export function createPlaces(): (statement: Statement) => Required<DiagnosticSource> {
  const indexes = new Map<SourceDocument, LineIndex>()
  return ({ document, start }) => {
    const index = indexes.get(document) ?? createLineIndex(document.text)
    indexes.set(document, index)
    const { root, path } = document.ref
    return { root, path, ...index.position(start) }
  }
}
