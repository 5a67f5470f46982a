import type { Diagnostic } from '../model/diagnostic.ts'
import type { Change } from '../model/manifest.ts'
import type { Trust } from '../model/section.ts'
import type { SourceDocument } from '../model/source.ts'
import type { TextEdit, TracedText } from '../model/traced-text.ts'

/** A place in a source: the index of the document, line and column 1-based. */
export interface SourcePlace {
  readonly source: number
  readonly line: number
  readonly column: number
}

/** What a stage may know about the text that it is given. */
export interface GuardContext {
  /** Id of the section. */
  readonly section: string
  readonly trust: Trust
  /** The documents that the `source` indices of the text name. */
  readonly documents: readonly SourceDocument[]
  /** The place in its file of an offset of the text; for text of ours, the nearest place before it. */
  readonly locate: (offset: number) => SourcePlace
}

/** What a stage wants done. Edits are in offsets of the given text, sorted, without overlap. */
export interface GuardStageResult {
  readonly edits: readonly TextEdit[]
  readonly changes: readonly Change[]
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * One pass over the text of a section. Stages that a caller adds run between
 * hygiene and structure, so that whatever they insert is still made safe.
 */
export type GuardStage = (text: TracedText, context: GuardContext) => GuardStageResult

/** The result of a stage that has nothing to say. */
export const NOTHING_FOUND: GuardStageResult = { edits: [], changes: [], diagnostics: [] }

/** An edit together with the record of it. */
export function describeEdit(
  text: string,
  edit: TextEdit,
  record: {
    readonly kind: Change['kind']
    readonly place: SourcePlace
    readonly shownEnd?: number
  },
): Change {
  const rest = text.slice(edit.end, record.shownEnd ?? edit.end)
  return {
    kind: record.kind,
    ...record.place,
    before: text.slice(edit.start, edit.end) + rest,
    after: edit.text + rest,
  }
}
