import type { BudgetUnit } from '../budget/unit.ts'
import type { Diagnostic } from '../model/diagnostic.ts'
import type { Change, Omission, OmissionReason } from '../model/manifest.ts'
import type { SectionStatus, SectionTraits } from '../model/section.ts'
import type { SourceDocument, SourceRef } from '../model/source.ts'
import type { TracedText } from '../model/traced-text.ts'
import { createLineIndex } from '../text/line-index.ts'

/** Which budget a section's text counts against, besides the tokens of the whole. */
export type BudgetLine = 'slots' | 'project' | 'none'

/** A limit with the key that sets it. */
export interface SizeLimit {
  readonly amount: number
  readonly unit: BudgetUnit
  readonly from: string
  /** Whether `from` is a total, of which `amount` is what others left. Default: false. */
  readonly shared?: boolean
}

/** A section on its way through the pipeline. `text` is null when nothing of it will be in the prompt. */
export interface Draft {
  readonly traits: SectionTraits
  /** Where the renderer puts it. */
  readonly place:
    | 'metacognition'
    | 'slot'
    | 'project'
    | 'untrusted-project'
    | 'skills'
    | 'guidance'
    | 'extra'
  readonly line: BudgetLine
  readonly status: SectionStatus
  readonly reason?: string
  readonly documents: readonly SourceDocument[]
  /** Patterns of the files that the text is about. Default: all files. */
  readonly appliesTo?: string
  /** Sources of a section that has no document: a builtin, or a file that could not be read. */
  readonly refs: readonly SourceRef[]
  readonly text: TracedText | null
  /** What one file may have; null: no limit of its own. */
  readonly limit: SizeLimit | null
  readonly keep: readonly string[]
  /** Of a section that is written for a size: the same section for another one. Default: it is cut. */
  readonly fit?: (limit: SizeLimit) => Draft
  readonly omitted: readonly Omission[]
  readonly changes: readonly Change[]
  readonly diagnostics: readonly Diagnostic[]
}

/** A draft whose text does not reach the prompt, with the reason on every line of its documents. */
export function withoutText(
  draft: Draft,
  outcome: { status: SectionStatus; reason: string; because: OmissionReason },
): Draft {
  const omitted = draft.documents.map((document, source) =>
    wholeOmission(document, source, outcome.because),
  )
  return { ...draft, status: outcome.status, reason: outcome.reason, text: null, omitted }
}

/** The omission of everything in a document. */
export function wholeOmission(
  document: SourceDocument,
  source: number,
  reason: OmissionReason,
): Omission {
  const lines = createLineIndex(document.text).linesOf(0, document.text.length)
  return { source, lines, reason, headings: [] }
}
