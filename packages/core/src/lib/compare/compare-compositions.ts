import type { SectionRecord, Span } from '../model/manifest.ts'
import { isHighSurrogate } from '../text/surrogates.ts'
import { estimateTokens } from '../text/tokens.ts'
import type {
  CacheCost,
  ComparedComposition,
  CompositionDifference,
  SectionChange,
  SectionDifference,
} from './composition-difference.ts'
import { diffLines, type LineChange, toHunks } from './diff-lines.ts'

/**
 * Lays two compositions beside each other, section by section, with the cost of
 * going from the first to the second: in tokens, and in what a provider would
 * have to read anew. Works on what a session kept, too: its text as the one part
 * that its manifest names.
 */
export function compareCompositions(
  before: ComparedComposition,
  after: ComparedComposition,
): CompositionDifference {
  const tokens = { before: before.manifest.totals.tokens, after: after.manifest.totals.tokens }
  const cache = cacheCost(before, after)
  return {
    same: cache.at === null,
    sections: sectionIds(before, after).map((id) => compareSection(id, before, after)),
    tokens: { ...tokens, change: tokens.after - tokens.before },
    cache,
  }
}

function sectionIds(before: ComparedComposition, after: ComparedComposition): readonly string[] {
  const ids = after.manifest.sections.map((section) => section.id)
  let at = 0
  for (const { id } of before.manifest.sections) {
    const found = ids.indexOf(id)
    if (found < 0) ids.splice(at, 0, id)
    at = (found < 0 ? at : found) + 1
  }
  return ids
}

function compareSection(
  id: string,
  before: ComparedComposition,
  after: ComparedComposition,
): SectionDifference {
  const old = findSection(before, id)
  const now = findSection(after, id)
  const texts = { before: sectionText(before, old), after: sectionText(after, now) }
  const change = changeOf(texts, old, now)
  return {
    id,
    change,
    before: old,
    after: now,
    tokens: (now?.size.tokens ?? 0) - (old?.size.tokens ?? 0),
    hunks: change === 'changed' ? toHunks(diffBodies(texts.before, texts.after)) : [],
  }
}

/** Without the line end that both have at their end, which is no line of either. */
function diffBodies(before: string, after: string): readonly LineChange[] {
  const shared = before.endsWith('\n') && after.endsWith('\n')
  return shared ? diffLines(before.slice(0, -1), after.slice(0, -1)) : diffLines(before, after)
}

function findSection(side: ComparedComposition, id: string): SectionRecord | null {
  return side.manifest.sections.find((section) => section.id === id) ?? null
}

function sectionText(side: ComparedComposition, section: SectionRecord | null): string {
  return (section?.spans ?? [])
    .map((span) => partText(side, span.part).slice(span.start, span.end))
    .join('')
}

function partText(side: ComparedComposition, id: string): string {
  return side.parts.find((part) => part.id === id)?.text ?? ''
}

function changeOf(
  texts: { readonly before: string; readonly after: string },
  before: SectionRecord | null,
  after: SectionRecord | null,
): SectionChange {
  if (texts.before !== texts.after) {
    if (texts.before === '') return 'added'
    return texts.after === '' ? 'removed' : 'changed'
  }
  return recordKey(before) === recordKey(after) ? 'same' : 'record'
}

/** What people are told of a section beside its text. */
function recordKey(section: SectionRecord | null): string {
  const sources = section?.sources.map(({ root, path }) => [root, path])
  return JSON.stringify([section?.status, section?.reason, sources])
}

function cacheCost(before: ComparedComposition, after: ComparedComposition): CacheCost {
  const old = joinParts(before)
  const now = joinParts(after)
  const first = firstDifference(old, now)
  if (first === null) return { at: null, keptTokens: estimateTokens(now), rereadTokens: 0 }
  return {
    at: placeOf(first < now.length ? after : before, first),
    keptTokens: estimateTokens(now.slice(0, first)),
    rereadTokens: estimateTokens(now.slice(first)),
  }
}

function joinParts(side: ComparedComposition): string {
  return side.parts.map((part) => part.text).join('')
}

/** Offset of the first character, not half of one, that differs; `null` when none does. */
function firstDifference(a: string, b: string): number | null {
  if (a === b) return null
  let offset = 0
  while (offset < a.length && a[offset] === b[offset]) offset++
  return offset > 0 && isHighSurrogate(b.charCodeAt(offset - 1)) ? offset - 1 : offset
}

function placeOf(side: ComparedComposition, offset: number): CacheCost['at'] {
  let start = 0
  for (const part of side.parts) {
    const end = start + part.text.length
    if (offset < end) {
      const within = offset - start
      const holds = (span: Span): boolean =>
        span.part === part.id && span.start <= within && within < span.end
      const owner = side.manifest.sections.find((section) => section.spans.some(holds))
      return { part: part.id, offset: within, section: owner?.id ?? '' }
    }
    start = end
  }
  return null
}
