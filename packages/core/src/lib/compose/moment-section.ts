import type { ExtraSection } from '../model/compose-input.ts'
import { section } from './section.ts'

/** What is true now and may be false in the next turn. */
export interface Moment {
  /** Date and time as a person reads it, with its zone: `Monday 30 November 2026, 14:05, Europe/Oslo`. */
  readonly time?: string
  /** Branch, or the commit of a detached head. */
  readonly gitBranch?: string
  readonly gitChanges?: boolean
  readonly model?: string
}

/**
 * A section for `turn` with what must not stand in the frozen part: the clock,
 * the state of the repository, the model that answers this turn. `null` when
 * nothing is known.
 */
export function momentSection(moment: Moment): ExtraSection | null {
  const { time, gitBranch, gitChanges, model } = moment
  const lines = [
    ...(time === undefined ? [] : [`Time: ${time}`]),
    ...(gitBranch === undefined ? [] : [`Git branch: ${gitBranch}`]),
    ...(gitChanges === undefined ? [] : [`Uncommitted changes: ${gitChanges ? 'yes' : 'no'}`]),
    ...(model === undefined ? [] : [`Model: ${model}`]),
  ]
  if (lines.length === 0) return null
  const text = `${lines.join('\n')}\n`
  return section({
    id: 'moment',
    half: 'context',
    trust: 'user',
    stability: 'turn',
    audience: 'public',
    text,
  })
}
