import type { Layout } from '../render/formats.ts'
import { type Draft, withoutText } from './draft.ts'

const LAYERED: readonly string[] = ['persona', 'rules', 'user']

/** Leaves out what a layout has no place for, with the reason: `layers` has SOUL, AGENTS and USER alone. */
export function keepForLayout(draft: Draft, layout: Layout): Draft {
  if (layout !== 'layers' || draft.text === null || LAYERED.includes(draft.traits.id)) return draft
  const reason = 'the layers rendering has no place for it'
  return withoutText(draft, { status: 'excluded', reason, because: 'excluded' })
}
