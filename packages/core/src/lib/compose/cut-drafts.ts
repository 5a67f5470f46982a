import { cutText } from '../budget/cut.ts'
import type { CutOmission } from '../budget/omissions.ts'
import { resealSafe } from '../guard/safe-text.ts'
import type { ComposeInput } from '../model/compose-input.ts'
import type { Diagnostic } from '../model/diagnostic.ts'
import type { Language } from '../model/target.ts'
import { textOf } from '../model/traced-text.ts'
import { createLineIndex } from '../text/line-index.ts'
import { countChars } from '../text/measure.ts'
import { cutMarker } from './cut-marker.ts'
import type { SafeDraft } from './guard-drafts.ts'

/** A limit with the name of the key that sets it. */
export interface CutLimit {
  readonly chars: number
  readonly from: string
}

/**
 * Cuts a section that is longer than one file may be. The length is that of the
 * body before the guard, so that escaping alone never cuts anything.
 */
export function cutToFileLimit(
  draft: SafeDraft,
  input: ComposeInput,
  language: Language,
): SafeDraft {
  const { safe, maxChars } = draft
  if (!safe || !maxChars || bodyChars(draft) <= maxChars.chars) return draft
  return cutDraft(draft, maxChars, { input, language })
}

/** Code points of the bodies of a section, as they stand in the files. */
export function bodyChars(draft: SafeDraft): number {
  return draft.documents.reduce(
    (sum, document) =>
      sum + countChars(document.text.slice(document.body.start, document.body.end)),
    0,
  )
}

/** Cuts a section to a number of code points and says what is missing. */
export function cutDraft(
  draft: SafeDraft,
  limit: CutLimit,
  context: { readonly input: ComposeInput; readonly language: Language },
): SafeDraft {
  if (!draft.safe) return draft
  const { documents } = draft
  const { canReadFiles } = context.input.settings
  const marker = (omission: CutOmission): string =>
    cutMarker(omission, {
      ref: documents[omission.source]?.ref,
      language: context.language,
      canReadFiles,
    })
  const result = cutText(draft.safe, {
    maxChars: limit.chars,
    keep: draft.keep,
    marker,
    lines: documents.map((document) => createLineIndex(document.text)),
  })
  if (result.omissions.length === 0) return draft
  const omitted = result.omissions.map((omission) => ({
    source: omission.source,
    lines: [omission.firstLine, omission.lastLine] as const,
    reason: 'budget' as const,
    headings: omission.headings,
  }))
  const lines = countLines(result.omissions)
  return {
    ...draft,
    safe: resealSafe(draft.safe, result.text),
    status: textOf(result.text) === '' ? 'dropped' : 'cut',
    reason: `cut ${lines} ${lines === 1 ? 'line' : 'lines'}`,
    omitted: [...draft.omitted, ...omitted],
    diagnostics: [...draft.diagnostics, describeCut(draft, limit, result)],
  }
}

function countLines(omissions: readonly CutOmission[]): number {
  return omissions.reduce((sum, one) => sum + one.lastLine - one.firstLine + 1, 0)
}

function describeCut(
  draft: SafeDraft,
  limit: CutLimit,
  result: { readonly omissions: readonly CutOmission[]; readonly keepLost: readonly string[] },
): Diagnostic {
  const [first] = result.omissions
  const ref = draft.documents[first?.source ?? 0]?.ref
  const headings = [...new Set(result.omissions.flatMap((omission) => omission.headings))]
  const lost = headings.length > 0 ? `; lost headings: ${headings.join(', ')}` : ''
  const kept = result.keepLost.length > 0 ? `; not kept: ${result.keepLost.join(', ')}` : ''
  const count = limit.chars.toString().replace(/\B(?=(?:\d{3})+$)/g, ',')
  const keep = headings.length > 0 ? `keep them with \`keep: [${headings.join(', ')}]\` or ` : ''
  return {
    code: 'budget.cut',
    severity: 'warning',
    message: `cut: ${countLines(result.omissions)} lines over the ${count}-character limit (${limit.from})${lost}${kept}`,
    ...(ref ? { source: { root: ref.root, path: ref.path, line: first?.firstLine ?? 1 } } : {}),
    fix: `${keep}raise ${limit.from}`,
  }
}
