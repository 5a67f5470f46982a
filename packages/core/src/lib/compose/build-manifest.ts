import type { ComposeInput } from '../model/compose-input.ts'
import type { Part, PlacedPiece } from '../model/composition.ts'
import type { Diagnostic } from '../model/diagnostic.ts'
import type { Manifest, PartRecord, SectionRecord, Span, TurnRecord } from '../model/manifest.ts'
import type { SourceDocument } from '../model/source.ts'
import { FRAME } from '../render/render-node.ts'
import { createLineIndex, type LineIndex } from '../text/line-index.ts'
import { sizesOf, sizesOfJoined } from '../text/sizes.ts'
import { TOKENIZER } from '../text/tokens.ts'
import { type ComposedTurn, TURN } from './compose-turn.ts'
import type { SafeDraft } from './guard-drafts.ts'

export interface ManifestInput {
  readonly input: ComposeInput
  readonly parts: readonly Part[]
  readonly placed: readonly PlacedPiece[]
  readonly drafts: readonly SafeDraft[]
  readonly diagnostics: readonly Diagnostic[]
  /** `null` when nothing was given for the turn. */
  readonly turn: ComposedTurn | null
}

/** Writes the record of a composition: every byte of the parts has a span, every source line left out a reason. */
export function buildManifest(made: ManifestInput): Manifest {
  const { input, parts, drafts, turn } = made
  const placed = bySection(made.placed)
  const text = parts.map((part) => part.text).join('')
  return {
    schemaVersion: 1,
    digest: `sha256:${digestOf(parts, text, input)}`,
    offsets: 'utf16',
    target: input.target,
    totals: {
      ...sizesOf(text),
      tokenizer: TOKENIZER,
      maxTokens: input.settings.budget.tokens,
    },
    parts: parts.map(partRecord),
    sections: [
      ...structureRecords([FRAME, 'runtime-facts'], placed),
      ...drafts.map((draft) => sectionRecord(draft, placed)),
    ],
    diagnostics: made.diagnostics,
    ...(turn === null ? {} : { turn: turnRecord(turn) }),
  }
}

/** Of the parts joined; a part alone has been hashed already. */
function digestOf(parts: readonly Part[], text: string, { ports }: ComposeInput): string {
  const [first, second] = parts
  return first && !second ? first.sha256 : ports.sha256(text)
}

function turnRecord({ part, placed, drafts }: ComposedTurn): TurnRecord {
  const own = bySection(placed)
  return {
    part: part && partRecord(part),
    size: sizesOf(part?.text ?? ''),
    sections: [
      ...structureRecords([TURN], own),
      ...drafts.map((draft) => sectionRecord(draft, own)),
    ],
    diagnostics: drafts.flatMap((draft) => draft.diagnostics),
  }
}

function partRecord({ id, role, sha256, cache }: Part): PartRecord {
  return { id, role, sha256, cache }
}

type PlacedBySection = ReadonlyMap<string, readonly PlacedPiece[]>

function bySection(placed: readonly PlacedPiece[]): PlacedBySection {
  const sections = new Map<string, PlacedPiece[]>()
  for (const piece of placed) {
    const own = sections.get(piece.section)
    if (own) own.push(piece)
    else sections.set(piece.section, [piece])
  }
  return sections
}

function sectionRecord(draft: SafeDraft, placed: PlacedBySection): SectionRecord {
  const own = placed.get(draft.traits.id) ?? []
  return {
    ...draft.traits,
    status: draft.status,
    ...(draft.reason === undefined ? {} : { reason: draft.reason }),
    sources: [...draft.documents.map((document) => document.ref), ...draft.refs],
    size: sizesOfJoined(own.map(({ piece }) => piece.text)),
    spans: spansOf(own, draft.documents),
    omitted: draft.omitted,
    changes: draft.changes,
  }
}

/** Wrappers and facts: sections of ours without a source. */
function structureRecords(
  ids: readonly string[],
  placed: PlacedBySection,
): readonly SectionRecord[] {
  return ids.flatMap((id) => {
    const own = placed.get(id)
    return own ? [structureRecord(id, own)] : []
  })
}

function structureRecord(id: string, own: readonly PlacedPiece[]): SectionRecord {
  const isFacts = id === 'runtime-facts'
  return {
    id,
    element: isFacts ? id : 'agent-configuration',
    half: 'directives',
    stability: id === TURN ? 'turn' : isFacts ? 'session' : 'fixed',
    sharedBy: isFacts ? 'bot' : 'all',
    priority: 1000,
    required: true,
    trust: 'operator',
    audience: 'public',
    status: 'builtin',
    reason: 'built in',
    sources: [],
    size: sizesOfJoined(own.map(({ piece }) => piece.text)),
    spans: spansOf(own, []),
    omitted: [],
    changes: [],
  }
}

function spansOf(
  own: readonly PlacedPiece[],
  documents: readonly SourceDocument[],
): readonly Span[] {
  const indexes = documents.map((document) => createLineIndex(document.text))
  const spans: Span[] = []
  for (const placed of own) {
    const span = spanOf(placed, indexes)
    const last = spans.at(-1)
    const joined = last && joinSpans(last, span)
    if (joined) spans[spans.length - 1] = joined
    else spans.push(span)
  }
  return spans
}

function spanOf(placed: PlacedPiece, indexes: readonly LineIndex[]): Span {
  const { part, start, end, piece } = placed
  if ('inserted' in piece) return { part, start, end, inserted: piece.inserted }
  const lines = indexes[piece.source]?.linesOf(piece.start, piece.end) ?? ([1, 1] as const)
  return { part, start, end, source: piece.source, lines }
}

/** Joins spans that touch in a part and come from the same place: the same kind, or one run of one source. */
function joinSpans(a: Span, b: Span): Span | undefined {
  if (a.part !== b.part || a.end !== b.start) return undefined
  if ('inserted' in a) {
    return 'inserted' in b && a.inserted === b.inserted ? { ...a, end: b.end } : undefined
  }
  if ('inserted' in b || a.source !== b.source || b.lines[0] > a.lines[1] + 1) return undefined
  return { ...a, end: b.end, lines: [a.lines[0], Math.max(a.lines[1], b.lines[1])] }
}
