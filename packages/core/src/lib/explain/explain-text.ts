import type { Composition, PlacedPiece } from '../model/composition.ts'
import type { SectionRecord } from '../model/manifest.ts'
import type { SectionStatus } from '../model/section.ts'
import type { SourceDocument, SourceRef, TextRange } from '../model/source.ts'
import { createLineIndex } from '../text/line-index.ts'
import { findWords } from './find-words.ts'

/** One place where the words stand, and whether the prompt has them. */
export interface ExplainedPlace {
  /** `in`: we deliver it. `native`: the agent reads it itself. `not`: it does not reach the model. */
  readonly verdict: 'in' | 'native' | 'not'
  readonly section: string
  readonly status: SectionStatus
  readonly source: SourceRef
  /** 1-based line of the file where the words begin. */
  readonly line: number
  /** The rule that put it there or hid it, as one phrase. */
  readonly rule: string
}

/**
 * Says for words from any of the sources which file, line and scope put them
 * into the prompt, or which rule keeps them out. Places that are in come first;
 * an empty list means that the words stand in no source that was looked at.
 */
export function explainText(composition: Composition, words: string): readonly ExplainedPlace[] {
  const { sections, turn } = composition.manifest
  const fromSections = [...sections, ...(turn?.sections ?? [])].flatMap((section) =>
    explainSection(composition, section, words),
  )
  const fromHidden = composition.hidden.flatMap((hidden) =>
    findWords(hidden.document.text, words).map(
      (match): ExplainedPlace => ({
        verdict: 'not',
        section: hidden.section,
        status: hidden.status,
        source: hidden.document.ref,
        line: lineOf(hidden.document, match.start),
        rule: hidden.rule,
      }),
    ),
  )
  const places = [...fromSections, ...fromHidden]
  const rank = { in: 0, native: 1, not: 2 }
  return places.sort((a, b) => rank[a.verdict] - rank[b.verdict])
}

function explainSection(
  composition: Composition,
  section: SectionRecord,
  words: string,
): readonly ExplainedPlace[] {
  const documents = composition.documents[section.id] ?? []
  const placed = composition.placed.filter((piece) => piece.section === section.id)
  const own = documents.flatMap((document, source) =>
    findWords(document.text, words).map((match) =>
      explainMatch({ section, document, source, placed }, match),
    ),
  )
  return own.length > 0 ? own : explainInserted(section, placed, words)
}

interface MatchContext {
  readonly section: SectionRecord
  readonly document: SourceDocument
  readonly source: number
  readonly placed: readonly PlacedPiece[]
}

function explainMatch(context: MatchContext, match: TextRange): ExplainedPlace {
  const { section, document, source, placed } = context
  const line = lineOf(document, match.start)
  const common = { section: section.id, status: section.status, source: document.ref, line }
  if (section.status === 'native')
    return { ...common, verdict: 'native', rule: section.reason ?? 'native' }
  if (isPlaced(placed, source, match))
    return { ...common, verdict: 'in', rule: scopeRule(document.ref) }
  const omission = section.omitted.find(
    (candidate) =>
      candidate.source === source && candidate.lines[0] <= line && line <= candidate.lines[1],
  )
  if (!omission) return { ...common, verdict: 'not', rule: REASONS.guard }
  const because = REASONS[omission.reason]
  const aside = omission.reason === 'frontmatter'
  return { ...common, verdict: 'not', rule: aside ? because : (section.reason ?? because) }
}

const REASONS = {
  budget: 'cut by the budget',
  frontmatter: 'frontmatter, read but not injected',
  excluded: 'excluded',
  audience: 'not for this viewer',
  shadowed: 'shadowed',
  cleared: 'cleared',
  native: 'read by the agent itself',
  duplicate: 'the same text already reaches the agent',
  unreadable: 'unreadable',
  guard: 'removed by the guard',
} as const

function scopeRule(ref: SourceRef): string {
  return ref.scope ? `${ref.scope} scope` : ref.kind
}

/** Whether any character of the match is in the prompt, as itself or in a form of its own: a stub for a block is none. */
function isPlaced(placed: readonly PlacedPiece[], source: number, match: TextRange): boolean {
  return placed.some(
    ({ piece }) =>
      'source' in piece &&
      piece.source === source &&
      piece.start < match.end &&
      piece.end > match.start &&
      (piece.verbatim || (piece.start >= match.start && piece.end <= match.end)),
  )
}

/** Words of ours: lead-ins, the metacognition, wrappers. */
function explainInserted(
  section: SectionRecord,
  placed: readonly PlacedPiece[],
  words: string,
): readonly ExplainedPlace[] {
  return placed.flatMap(({ piece }) => {
    if (!('inserted' in piece)) return []
    return findWords(piece.text, words).map((match): ExplainedPlace => {
      const line = createLineIndex(piece.text).position(match.start).line
      const source = section.sources.at(-1) ?? builtinRef(section.id)
      const ref = piece.inserted === 'metacognition' ? source : builtinRef(section.id)
      return {
        verdict: 'in',
        section: section.id,
        status: section.status,
        source: ref,
        line,
        rule: piece.inserted,
      }
    })
  })
}

function builtinRef(section: string): SourceRef {
  return { root: 'builtin', kind: 'builtin', name: section, path: section, sha256: '' }
}

function lineOf(document: SourceDocument, offset: number): number {
  return createLineIndex(document.text).position(offset).line
}
