import {
  type ComparedComposition,
  type Composition,
  compareCompositions,
  type SectionDifference,
} from '@onesoul/core'
import { nameSources } from '../format/name-sources.ts'
import { visible } from '../format/visible.ts'
import { keptManifest } from './kept-manifest.ts'
import type { StoredSession } from './session-record.ts'

/** What a session keeps, as one side of a comparison. */
export function asComposition(session: StoredSession): ComparedComposition {
  const manifest = keptManifest(session)
  return { parts: [{ id: manifest.parts[0]?.id ?? '', text: session.text }], manifest }
}

/** The sections of a session whose text in the prompt is another one now, runtime facts included. */
export function changedTexts(
  session: StoredSession,
  now: Composition,
): readonly SectionDifference[] {
  return compareCompositions(asComposition(session), now).sections.filter(
    ({ id, change }) => id !== 'frame' && change !== 'same' && change !== 'record',
  )
}

/** As {@link changedTexts}, of what people write: facts follow the flags of a run. */
export function changedSections(
  session: StoredSession,
  now: Composition,
): readonly SectionDifference[] {
  return changedTexts(session, now).filter(({ id }) => id !== 'runtime-facts')
}

/** `rules (AGENTS.md)`, `memory (MEMORY.md, no longer there)`: for a person. */
export function nameChange({ id, change, before, after }: SectionDifference): string {
  const record = change === 'removed' ? before : after
  const files = record === null ? '' : nameSources(record)
  const state = change === 'removed' ? 'no longer there' : change === 'added' ? 'new' : ''
  const details = [files, state].filter(Boolean).join(', ')
  const name = id.startsWith('project:') ? 'project' : id
  return visible(details === '' ? name : `${name} (${details})`)
}
