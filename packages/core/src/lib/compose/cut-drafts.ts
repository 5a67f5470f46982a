import { type CutResult, cutText } from '../budget/cut.ts'
import type { CutOmission } from '../budget/omissions.ts'
import { type BudgetUnit, formatAmount, formatLimit, measureIn } from '../budget/unit.ts'
import { resealSafe } from '../guard/safe-text.ts'
import type { ComposeInput } from '../model/compose-input.ts'
import type { Diagnostic } from '../model/diagnostic.ts'
import type { Language } from '../model/target.ts'
import { textOf } from '../model/traced-text.ts'
import { createLineIndex } from '../text/line-index.ts'
import { cutMarker } from './cut-marker.ts'
import type { SizeLimit } from './draft.ts'
import { guardDraft, type SafeDraft } from './guard-drafts.ts'

/**
 * Cuts a section that is longer than one file may be. The length is that of the
 * body before the guard, so that escaping alone never cuts anything.
 */
export function cutToFileLimit(
  draft: SafeDraft,
  input: ComposeInput,
  language: Language,
): SafeDraft {
  const { safe, limit } = draft
  if (!safe || !limit || bodySize(draft, limit.unit) <= limit.amount) return draft
  return cutDraft(draft, limit, { input, language })
}

/** The size of the bodies of a section, as they stand in the files. */
export function bodySize(draft: SafeDraft, unit: BudgetUnit): number {
  return draft.documents.reduce(
    (sum, { text, body }) => sum + measureIn(unit, text.slice(body.start, body.end)),
    0,
  )
}

/** Cuts a section to a size and says what is missing. */
export function cutDraft(
  draft: SafeDraft,
  limit: SizeLimit,
  context: { readonly input: ComposeInput; readonly language: Language },
): SafeDraft {
  if (!draft.safe) return draft
  if (draft.fit) return guardDraft(draft.fit(limit), context.input)
  const { documents } = draft
  const { canReadFiles } = context.input.settings
  const marker = (omission: CutOmission): string =>
    cutMarker(omission, {
      ref: documents[omission.source]?.ref,
      language: context.language,
      canReadFiles,
    })
  const lines = documents.map((document) => createLineIndex(document.text))
  const cutTo = (maxChars: number): CutResult =>
    cutText(draft.safe ?? { pieces: [] }, { maxChars, keep: draft.keep, marker, lines })
  const result = cutToSize(cutTo, limit)
  if (result.omissions.length === 0) return draft
  const omitted = result.omissions.map((omission) => ({
    source: omission.source,
    lines: [omission.firstLine, omission.lastLine] as const,
    reason: 'budget' as const,
    headings: omission.headings,
  }))
  const empty = textOf(result.text) === ''
  return {
    ...draft,
    safe: empty ? null : resealSafe(draft.safe, result.text),
    status: empty ? 'dropped' : 'cut',
    reason: empty ? `no room for any of it in ${limit.from}` : `cut ${lineCount(result.omissions)}`,
    omitted: [...draft.omitted, ...omitted],
    diagnostics: [...draft.diagnostics, describeCut(draft, limit, result)],
  }
}

/** The longest cut whose size in the unit of the limit fits; code points are what `cutText` counts itself. */
function cutToSize(cutTo: (maxChars: number) => CutResult, limit: SizeLimit): CutResult {
  if (limit.unit === 'chars') return cutTo(limit.amount)
  const fits = (result: CutResult): boolean =>
    measureIn(limit.unit, textOf(result.text)) <= limit.amount
  // No character costs less than a quarter of a token, white space aside.
  let high = limit.amount * 8
  let low = 0
  let best = cutTo(0)
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const tried = cutTo(middle)
    if (fits(tried)) {
      best = tried
      low = middle
    } else high = middle - 1
  }
  return best
}

/** The first few, and how many more there are. */
function listed(names: readonly string[]): string {
  const more = names.length > 5 ? `, … (${names.length - 5} more)` : ''
  return names.slice(0, 5).join(', ') + more
}

function lineCount(omissions: readonly CutOmission[]): string {
  const lines = countLines(omissions)
  return `${lines} ${lines === 1 ? 'line' : 'lines'}`
}

function countLines(omissions: readonly CutOmission[]): number {
  return omissions.reduce((sum, one) => sum + one.lastLine - one.firstLine + 1, 0)
}

function describeLimit({ amount, unit, from, shared = false }: SizeLimit): string {
  if (shared) return `the ${formatAmount(amount, unit)} that others leave of ${from}`
  return `the ${formatLimit(amount, unit)} (${from})`
}

function describeCut(
  draft: SafeDraft,
  limit: SizeLimit,
  result: { readonly omissions: readonly CutOmission[]; readonly keepLost: readonly string[] },
): Diagnostic {
  const [first] = result.omissions
  const ref = draft.documents[first?.source ?? 0]?.ref
  const headings = [...new Set(result.omissions.flatMap((omission) => omission.headings))]
  const lost = headings.length > 0 ? `; lost headings: ${listed(headings)}` : ''
  const kept = result.keepLost.length > 0 ? `; not kept: ${listed(result.keepLost)}` : ''
  const keep = headings.length > 0 ? `keep them with \`keep: [${listed(headings)}]\` or ` : ''
  return {
    code: 'budget.cut',
    severity: 'warning',
    message: `cut: ${lineCount(result.omissions)} over ${describeLimit(limit)}${lost}${kept}`,
    ...(ref ? { source: { root: ref.root, path: ref.path, line: first?.firstLine ?? 1 } } : {}),
    fix: `${keep}raise ${limit.from}`,
  }
}
