import { createHash } from 'node:crypto'
import {
  countBytes,
  countChars,
  estimateTokens,
  type Manifest,
  type SectionRecord,
  type Span,
} from '@onesoul/core'

/** A text of one part with its manifest. */
export interface RecordedText {
  readonly text: string
  readonly manifest: Manifest
}

/**
 * A text whose named sections come from another one, with a manifest that is
 * true of it. Sections that `base` has no place for stay out; those that `other`
 * lacks leave theirs empty.
 */
export function spliceSections(
  base: RecordedText,
  other: RecordedText,
  ids: ReadonlySet<string>,
): RecordedText {
  const output = createOutput()
  const placed = base.manifest.sections
    .flatMap((section) => section.spans.map((span) => ({ id: section.id, span })))
    .sort((a, b) => a.span.start - b.span.start)
  const taken = new Set<string>()
  for (const { id, span } of placed) {
    if (!ids.has(id)) output.add(id, span, base.text)
    else if (!taken.has(id)) {
      taken.add(id)
      for (const theirs of findSection(other, id)?.spans ?? []) output.add(id, theirs, other.text)
    }
  }
  const text = output.text()
  const sections = base.manifest.sections.map((section) => ({
    ...(ids.has(section.id) ? (findSection(other, section.id) ?? gone(section)) : section),
    spans: output.spans(section.id),
  }))
  return { text, manifest: describe(text, { ...base.manifest, sections }) }
}

function findSection({ manifest }: RecordedText, id: string): SectionRecord | undefined {
  return manifest.sections.find((section) => section.id === id)
}

function gone(section: SectionRecord): SectionRecord {
  const size = { chars: 0, bytes: 0, tokens: 0 }
  return { ...section, status: 'missing', sources: [], size, omitted: [], changes: [] }
}

interface Output {
  add(id: string, span: Span, from: string): void
  text(): string
  spans(id: string): readonly Span[]
}

function createOutput(): Output {
  const spans = new Map<string, Span[]>()
  let text = ''
  return {
    add: (id, span, from) => {
      const start = text.length
      text += from.slice(span.start, span.end)
      spans.set(id, [...(spans.get(id) ?? []), { ...span, start, end: text.length }])
    },
    text: () => text,
    spans: (id) => spans.get(id) ?? [],
  }
}

function describe(text: string, manifest: Manifest): Manifest {
  const sha256 = createHash('sha256').update(text).digest('hex')
  const size = { chars: countChars(text), bytes: countBytes(text), tokens: estimateTokens(text) }
  return {
    ...manifest,
    digest: `sha256:${sha256}`,
    totals: { ...manifest.totals, ...size },
    parts: manifest.parts.map((part) => ({ ...part, sha256 })),
  }
}
