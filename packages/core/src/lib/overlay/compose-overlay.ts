import { allocate, type BudgetItem, type Grant } from '../budget/allocate.ts'
import type { Diagnostic, WithDiagnostics } from '../model/diagnostic.ts'
import type { CorePorts } from '../model/target.ts'
import { type CutBody, draftSection, type OverlayDraft } from './draft-section.ts'
import type { Overlay, OverlayRecord, OverlaySection } from './overlay-section.ts'

export interface OverlayOptions {
  /** Code points of the whole text. */
  readonly maxChars: number
  readonly ports: CorePorts
}

/** Between two sections. */
const JOINER = '\n\n'

/** Code points; what is left of a section below this says too little to be worth its marker. */
const USEFUL = 120

/**
 * Makes one text of the sections of an overlay. Every text passes the guard; a section over its own cap is cut on the
 * borders of blocks. Required sections are whole, or there is no overlay and the diagnostics name them with their
 * sizes. The others get what room there is in the order given: whole while they fit, else what is left, else nothing,
 * and a smaller one further down still gets what it fits into. Nothing goes missing without a record and a diagnostic.
 */
export function composeOverlay(
  sections: readonly OverlaySection[],
  options: OverlayOptions,
): WithDiagnostics<Overlay | null> {
  const drafts = sections.map((section) => draftSection(section, options.ports))
  const filled = drafts.filter((draft) => draft.capped.text !== '')
  const items = filled.map((draft, index) => toItem(draft, filled.length - index))
  const limits = { total: options.maxChars + JOINER.length, project: null, tokens: null }
  const { grants, refusal } = allocate(items, limits, (id, maxChars) => {
    const cut = filled.find(({ section }) => section.id === id)?.cutTo(maxChars - JOINER.length)
    return { chars: sizeOf(cut), tokens: 0 }
  })
  const guarded = drafts.flatMap(({ diagnostics }) => diagnostics)
  if (refusal) {
    return { value: null, diagnostics: [...guarded, tooLarge(filled, options.maxChars)] }
  }
  const granted = new Map(grants.map((grant) => [grant.id, grant]))
  const placed = drafts.map((draft) => place(draft, granted.get(draft.section.id)))
  const texts = placed.map(({ text }) => text).filter((text) => text !== '')
  const text = texts.join(JOINER)
  const records = placed.map(({ record }) => record)
  return {
    value: { text, chars: [...text].length, maxChars: options.maxChars, sections: records },
    diagnostics: [...guarded, ...records.flatMap(describeLoss)],
  }
}

function toItem(draft: OverlayDraft, priority: number): BudgetItem {
  const { id, required } = draft.section
  const size = { chars: sizeOf(draft.capped), tokens: 0 }
  const counts = { countsToTotal: true, countsToProject: false }
  return { id, ...size, ...counts, priority, required, minimum: USEFUL + JOINER.length }
}

function sizeOf(body: CutBody | undefined): number {
  return (body?.chars ?? 0) + JOINER.length
}

interface PlacedSection {
  readonly text: string
  readonly record: OverlayRecord
}

function place(draft: OverlayDraft, grant: Grant | undefined): PlacedSection {
  const { section, whole, capped } = draft
  const record = {
    id: section.id,
    required: section.required,
    wholeChars: whole.chars,
    maxChars: section.maxChars,
    sources: section.parts.map(({ ref }) => ref),
  }
  const missing = { ...record, chars: 0, omitted: [] }
  if (whole.text === '') {
    return { text: '', record: { ...missing, status: 'empty', limit: null } }
  }
  const isCapped = capped.omitted.length > 0
  if (!grant) return { text: '', record: { ...missing, status: 'dropped', limit: 'section' } }
  if (grant.action === 'drop') {
    return { text: '', record: { ...missing, status: 'dropped', limit: 'total' } }
  }
  const shrunk = grant.action === 'shrink'
  const body = shrunk ? draft.cutTo(grant.maxChars - JOINER.length) : capped
  const limit = shrunk ? 'total' : isCapped ? 'section' : null
  const status = limit === null ? 'included' : 'cut'
  const { text, chars, omitted } = body
  return { text, record: { ...record, status, limit, chars, omitted } }
}

function tooLarge(drafts: readonly OverlayDraft[], maxChars: number): Diagnostic {
  const required = drafts.filter(({ section }) => section.required)
  const named = required.map(({ section, whole }) => `${section.id} ${whole.chars}`).join(', ')
  return {
    code: 'overlay.required',
    severity: 'error',
    message: `the required sections (${named}) do not fit into ${maxChars} characters`,
    fix: 'Raise the total of the overlay.',
  }
}

function describeLoss(record: OverlayRecord): readonly Diagnostic[] {
  const { id, status, limit, chars, wholeChars, maxChars } = record
  if (limit === null) return []
  const by = limit === 'total' ? 'the total of the overlay' : `its own limit of ${maxChars}`
  const dropped = status === 'dropped'
  return [
    {
      code: dropped ? 'overlay.dropped' : 'overlay.cut',
      severity: 'warning',
      message: dropped
        ? `section ${id} is left out whole: ${wholeChars} characters do not fit into ${by}`
        : `section ${id} is cut from ${wholeChars} to ${chars} characters by ${by}`,
      fix: limit === 'total' ? 'Shorten it, or raise the total.' : 'Shorten it.',
    },
  ]
}
