import { guardText } from '../guard/guard.ts'
import type { GuardStage } from '../guard/guard-stage.ts'
import { resolvePolicy } from '../guard/policy/guard-policy.ts'
import type { SafeText } from '../guard/safe-text.ts'
import { createThreatStage } from '../guard/threats/threat-stage.ts'
import { findOrders } from '../lint/find-orders.ts'
import type { ComposeInput } from '../model/compose-input.ts'
import type { Diagnostic } from '../model/diagnostic.ts'
import type { Trust } from '../model/section.ts'
import type { Draft } from './draft.ts'

/** A draft whose text has passed the guard; only `safe` text can be rendered. */
export interface SafeDraft extends Omit<Draft, 'text'> {
  readonly safe: SafeText | null
}

type GuardInput = Pick<ComposeInput, 'ports' | 'settings'>

/** Passes a section through the guard, once. */
export function guardDraft(draft: Draft, input: GuardInput): SafeDraft {
  const { text, ...rest } = draft
  if (!text) return { ...rest, safe: null }
  const result = guardText(text, {
    section: draft.traits.id,
    documents: draft.documents,
    trust: draft.traits.trust,
    stages: isOwn(draft.traits.trust) ? [] : foreignStages(input),
  })
  return {
    ...rest,
    safe: result.text,
    changes: [...draft.changes, ...result.changes],
    diagnostics: [...draft.diagnostics, ...result.diagnostics, ...ordersIn(draft)],
  }
}

/** The rules are large, and most prompts hold no foreign text: whoever gathers it brings the scanner. */
function foreignStages({ ports, settings }: GuardInput): readonly GuardStage[] {
  const { scanThreats } = ports
  if (!scanThreats) return []
  const { threats: policy = resolvePolicy(), accepted: findings = [] } = settings
  return [createThreatStage(policy, scanThreats, { findings, sha256: ports.sha256 })]
}

/** Own files are looked at by `lint` and `scan`: a start should not wait for it. */
function isOwn(trust: Trust): boolean {
  return trust === 'operator' || trust === 'user'
}

/** Orders in a data slot are told, never changed: what a person wrote stays as it is. */
function ordersIn(draft: Draft): readonly Diagnostic[] {
  const isData = draft.place === 'slot' && draft.traits.half === 'context'
  return isData ? draft.documents.flatMap(findOrders) : []
}
