import type { SectionDifference } from '@onesoul/core'
import { type RecordedText, spliceSections } from './splice-sections.ts'

/**
 * The text of a session with some of its changed sections as they are now and
 * the others as they were; `null` when neither text has a place for all of them:
 * one slot came while another, which stays as it was, went or came.
 */
export function mergeChanges(
  before: RecordedText,
  now: RecordedText,
  changes: {
    readonly taken: readonly SectionDifference[]
    readonly kept: readonly SectionDifference[]
  },
): RecordedText | null {
  const taken = new Set(changes.taken.map(({ id }) => id))
  if (changes.taken.every(({ change }) => change !== 'added')) {
    return spliceSections(before, now, taken)
  }
  if (changes.kept.some(({ change }) => change !== 'changed')) return null
  const ids = before.manifest.sections.map(({ id }) => id)
  return spliceSections(now, before, new Set(ids.filter((id) => id !== 'frame' && !taken.has(id))))
}
