import { guardText } from '../guard/guard.ts'
import type { SafeText } from '../guard/safe-text.ts'
import { findOrders } from '../lint/find-orders.ts'
import type { Diagnostic } from '../model/diagnostic.ts'
import type { Draft } from './draft.ts'

/** A draft whose text has passed the guard; only `safe` text can be rendered. */
export interface SafeDraft extends Omit<Draft, 'text'> {
  readonly safe: SafeText | null
}

/** Passes every section through the guard, once. */
export function guardDraft(draft: Draft): SafeDraft {
  const { text, ...rest } = draft
  if (!text) return { ...rest, safe: null }
  const result = guardText(text, {
    section: draft.traits.id,
    documents: draft.documents,
    trust: draft.traits.trust,
  })
  return {
    ...rest,
    safe: result.text,
    changes: [...draft.changes, ...result.changes],
    diagnostics: [...draft.diagnostics, ...result.diagnostics, ...ordersIn(draft)],
  }
}

/** Orders in a data slot are told, never changed: what a person wrote stays as it is. */
function ordersIn(draft: Draft): readonly Diagnostic[] {
  const isData = draft.place === 'slot' && draft.traits.half === 'context'
  return isData ? draft.documents.flatMap(findOrders) : []
}
