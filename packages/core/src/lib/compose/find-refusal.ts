import type { ComposeInput } from '../model/compose-input.ts'
import type { Refusal } from '../model/composition.ts'
import { SLOTS } from '../model/slots.ts'
import type { SafeDraft } from './guard-drafts.ts'

export interface RefusalInput {
  readonly input: ComposeInput
  readonly drafts: readonly SafeDraft[]
  readonly overBudget: Refusal | null
  /** What the strict reader found different from the tree. */
  readonly mismatch: string | null
}

/** The first reason why a composition must not be delivered: broken structure, a required slot, a budget. */
export function findRefusal(found: RefusalInput): Refusal | null {
  if (found.mismatch !== null) {
    const message = `the finished prompt does not read as what was composed: ${found.mismatch}`
    return { code: 'structure.mismatch', message }
  }
  return missingRequired(found) ?? found.overBudget
}

function missingRequired({ input, drafts }: RefusalInput): Refusal | null {
  if (input.settings.onMissing === 'degrade') return null
  for (const slot of input.slots) {
    const definition = SLOTS.find((candidate) => candidate.slot === slot.slot)
    const draft = drafts.find((candidate) => candidate.traits.id === definition?.element)
    const bad = draft && ['missing', 'blocked', 'excluded', 'dropped'].includes(draft.status)
    if (!slot.required || !draft || !bad) continue
    const path = draft.refs[0]?.path ?? draft.documents[0]?.ref.path ?? definition?.file
    return {
      code: 'slot.required',
      message: `${definition?.file} is required and cannot be loaded: ${path}: ${draft.reason}`,
    }
  }
  return null
}
