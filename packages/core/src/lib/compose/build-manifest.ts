import type { ComposeInput } from '../model/compose-input.ts'
import type { Part, PlacedPiece } from '../model/composition.ts'
import type { Diagnostic } from '../model/diagnostic.ts'
import type { Manifest, SectionRecord, Span } from '../model/manifest.ts'
import type { SourceDocument } from '../model/source.ts'
import { FRAME } from '../render/render-node.ts'
import { createLineIndex, type LineIndex } from '../text/line-index.ts'
import { measureText } from '../text/measure.ts'
import { estimateTokens, TOKENIZER } from '../text/tokens.ts'
import type { SafeDraft } from './guard-drafts.ts'

export interface ManifestInput {
  readonly input: ComposeInput
  readonly part: Part
  readonly placed: readonly PlacedPiece[]
  readonly drafts: readonly SafeDraft[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Writes the record of a composition: every byte of the part has a span, every source line left out a reason. */
export function buildManifest(made: ManifestInput): Manifest {
  const { input, part, placed, drafts } = made
  const text = (section: string): string => sectionText(placed, section)
  const structure = [FRAME, 'runtime-facts']
    .filter((id) => placed.some((piece) => piece.section === id))
    .map((id) => structureRecord(id, text(id), spansOf(id, made, [])))
  const sections = drafts.map((draft) => sectionRecord(draft, text(draft.traits.id), made))
  return {
    schemaVersion: 1,
    digest: `sha256:${part.sha256}`,
    offsets: 'utf16',
    target: input.target,
    totals: {
      ...measureText(part.text, estimateTokens),
      tokenizer: TOKENIZER,
      maxTokens: input.settings.budget.tokens,
    },
    parts: [{ id: part.id, role: part.role, sha256: part.sha256, cache: null }],
    sections: [...structure, ...sections],
    diagnostics: made.diagnostics,
  }
}

function sectionRecord(draft: SafeDraft, text: string, made: ManifestInput): SectionRecord {
  return {
    ...draft.traits,
    status: draft.status,
    ...(draft.reason === undefined ? {} : { reason: draft.reason }),
    sources: [...draft.documents.map((document) => document.ref), ...draft.refs],
    size: measureText(text, estimateTokens),
    spans: spansOf(draft.traits.id, made, draft.documents),
    omitted: draft.omitted,
    changes: draft.changes,
  }
}

/** Wrappers and facts: sections of ours without a source. */
function structureRecord(id: string, text: string, spans: readonly Span[]): SectionRecord {
  return {
    id,
    element: id === FRAME ? 'agent-configuration' : id,
    half: 'directives',
    stability: id === FRAME ? 'fixed' : 'session',
    sharedBy: id === FRAME ? 'all' : 'bot',
    priority: 1000,
    required: true,
    trust: 'operator',
    audience: 'public',
    status: 'builtin',
    reason: 'built in',
    sources: [],
    size: measureText(text, estimateTokens),
    spans,
    omitted: [],
    changes: [],
  }
}

function sectionText(placed: readonly PlacedPiece[], section: string): string {
  return placed
    .filter((piece) => piece.section === section)
    .map((piece) => piece.piece.text)
    .join('')
}

function spansOf(
  section: string,
  made: ManifestInput,
  documents: readonly SourceDocument[],
): readonly Span[] {
  const indexes = documents.map((document) => createLineIndex(document.text))
  const spans: Span[] = []
  for (const placed of made.placed) {
    if (placed.section !== section) continue
    const span = spanOf(placed, made.part.id, indexes)
    const last = spans.at(-1)
    const joined = last && joinSpans(last, span)
    if (joined) spans[spans.length - 1] = joined
    else spans.push(span)
  }
  return spans
}

function spanOf(placed: PlacedPiece, part: string, indexes: readonly LineIndex[]): Span {
  const { start, end, piece } = placed
  if ('inserted' in piece) return { part, start, end, inserted: piece.inserted }
  const lines = indexes[piece.source]?.linesOf(piece.start, piece.end) ?? ([1, 1] as const)
  return { part, start, end, source: piece.source, lines }
}

/** Joins spans that touch in the part and come from the same place: the same kind, or one run of one source. */
function joinSpans(a: Span, b: Span): Span | undefined {
  if (a.end !== b.start) return undefined
  if ('inserted' in a) {
    return 'inserted' in b && a.inserted === b.inserted ? { ...a, end: b.end } : undefined
  }
  if ('inserted' in b || a.source !== b.source || b.lines[0] > a.lines[1] + 1) return undefined
  return { ...a, end: b.end, lines: [a.lines[0], Math.max(a.lines[1], b.lines[1])] }
}
