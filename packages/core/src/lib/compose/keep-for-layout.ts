import type { Layout } from '../render/formats.ts'
import { type Draft, withoutText } from './draft.ts'

const LAYERED: readonly string[] = ['persona', 'rules', 'user']

/**
 * Leaves out what a layout has no place for, with the reason: `layers` has SOUL,
 * AGENTS and USER alone, and `plain`, which is for files, nothing about a session.
 */
export function keepForLayout(draft: Draft, layout: Layout): Draft {
  const reason = draft.text === null ? null : whyNot(draft, layout)
  if (reason === null) return draft
  return withoutText(draft, { status: 'excluded', reason, because: 'excluded' })
}

function whyNot({ traits, place }: Draft, layout: Layout): string | null {
  if (layout === 'layers' && !LAYERED.includes(traits.id)) {
    return 'the layers rendering has no place for it'
  }
  if (layout !== 'plain') return null
  if (place === 'metacognition') {
    return 'it is about a session that OneSoul started, and a file is read in any'
  }
  const isOfSession = place === 'guidance' || place === 'skills'
  return isOfSession ? 'it is about one session, and a file is read in many' : null
}
