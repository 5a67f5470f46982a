import type { Half, Manifest, SectionRecord } from '@onesoul/core'
import type { TextHit } from './find-text.ts'

/** A section of the composition that the model must receive from us. */
export interface ExpectedSection {
  readonly id: string
  readonly half: Half
  /** Its range in the composition's text, tags and lead-in included. */
  readonly range: TextHit
  readonly text: string
  /** What comes from its sources, without our tags; empty for what has none. */
  readonly body: string
  /** Its source lies in the work tree, where the agent may read it as well. */
  readonly fromWorktree: boolean
}

/** A shorter body may stand in a prompt by chance. */
const MIN_BODY_CHARS = 24

/** The sections that a composition delivers, in order; frames around sections are none. */
export function expectedSections(manifest: Manifest, text: string): readonly ExpectedSection[] {
  return manifest.sections.flatMap((section) => {
    const range = rangeOf(section)
    if (range === null || isFrame(section)) return []
    return [
      {
        id: section.id,
        half: section.half,
        range,
        text: text.slice(range.start, range.end),
        body: bodyOf(section, text),
        fromWorktree: section.sources.some((source) => source.root === 'worktree'),
      },
    ]
  })
}

/** Sections that the composition leaves to the agent. */
export function nativeSections(manifest: Manifest): readonly SectionRecord[] {
  return manifest.sections.filter((section) => section.status === 'native')
}

/** Structure around sections: no source, and text of others in between. */
function isFrame(section: SectionRecord): boolean {
  const touches = section.spans.every(
    (span, index) => index === 0 || section.spans[index - 1]?.end === span.start,
  )
  return section.sources.length === 0 && !touches
}

function rangeOf(section: SectionRecord): TextHit | null {
  const first = section.spans[0]
  const last = section.spans.at(-1)
  return first && last ? { start: first.start, end: last.end } : null
}

function bodyOf(section: SectionRecord, text: string): string {
  const sourced = section.spans.filter((span) => 'source' in span)
  const first = sourced[0]
  const last = sourced.at(-1)
  if (!(first && last)) return ''
  const body = text.slice(first.start, last.end).trim()
  return body.length >= MIN_BODY_CHARS ? body : ''
}
