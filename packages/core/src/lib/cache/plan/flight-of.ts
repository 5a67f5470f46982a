import type { CachePlan } from './cache-plan.ts'
import type { MadePlan } from './made-plan.ts'

/** Rule 7: requests that would write the same head at the same time are told apart by it. */
export function flightOf({ state, draft, marks, predicted }: MadePlan): CachePlan['flight'] {
  const { profile, settings, names } = state.input
  const { layout, prefix } = draft
  const mark = marks.find(({ place }) => place === 'head')?.index
  const end = mark ?? layout.headEnd - 1
  const head = end < 0 ? '' : prefix.fingerprintAt(end)
  const isCached = mark !== undefined || profile.mechanism === 'automatic'
  return {
    key: [settings?.workspace ?? '', profile.model, names.bot, head].join('/'),
    writes: isCached && end >= 0 && end > predicted.hit,
  }
}
