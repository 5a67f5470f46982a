import type {
  ComposeInput,
  ComposeSettings,
  NativePart,
  SlotInput,
  SlotResolution,
} from '../model/compose-input.ts'
import type { Omission } from '../model/manifest.ts'
import type { Audience, SectionTraits } from '../model/section.ts'
import { SLOTS, type SlotDefinition } from '../model/slots.ts'
import type { SourceDocument } from '../model/source.ts'
import { compactPieces, type Piece, sourcePiece } from '../model/traced-text.ts'
import { maySee, parseAudience } from '../select/audience.ts'
import { createLineIndex } from '../text/line-index.ts'
import { type Draft, wholeOmission, withoutText } from './draft.ts'

/** One draft per slot of the registry, in its order, whatever the order of the input. */
export function draftSlots(input: ComposeInput): readonly Draft[] {
  return SLOTS.map((definition) => {
    const slot = input.slots.find((candidate) => candidate.slot === definition.slot)
    return slot ? draftSlot(definition, slot, input) : missingSlot(definition, false)
  })
}

function draftSlot(definition: SlotDefinition, slot: SlotInput, input: ComposeInput): Draft {
  const { resolution } = slot
  if (resolution.outcome === 'missing') return missingSlot(definition, slot.required, resolution)
  if (resolution.outcome === 'excluded') {
    const base = emptySlot(definition, slot.required)
    return { ...base, status: 'excluded', reason: `excluded by ${resolution.by}` }
  }
  if (resolution.outcome === 'failed') {
    const base = emptySlot(definition, slot.required)
    return { ...base, status: 'blocked', reason: resolution.message, refs: [resolution.source] }
  }
  const draft = documentSlot(definition, resolution.documents, {
    settings: input.settings,
    required: definition.requiredWhenPresent || mustLoad(slot, input.settings),
  })
  const reason = 'the file is there and empty on purpose'
  if (resolution.outcome === 'cleared') {
    return withoutText(draft, { status: 'cleared', reason, because: 'cleared' })
  }
  const audiences = audiencesOf(definition, resolution.documents, input.settings)
  if (!audiences.every((audience) => maySee(input.target.viewer, audience))) {
    const hidden = `for ${audiences.join(' and ')}, seen by ${input.target.viewer}`
    return withoutText(draft, { status: 'excluded', reason: hidden, because: 'audience' })
  }
  return leaveToAgent(draft, slot.native ?? [])
}

/** Takes out what the agent brings by itself: all of the slot, or some of the files that are joined in it. */
function leaveToAgent(draft: Draft, native: readonly NativePart[]): Draft {
  const reason = [...new Set(native.map((part) => part.reason))].join('; ')
  if (native.length === 0) return draft
  if (native.length === draft.documents.length) {
    return withoutText(draft, { status: 'native', reason, because: 'native' })
  }
  const left = new Set(native.map((part) => part.document))
  const kept = draft.omitted.filter((omission) => !left.has(omission.source))
  const whole = [...left].flatMap((source) => {
    const document = draft.documents[source]
    return document ? [wholeOmission(document, source, 'native')] : []
  })
  return { ...draft, text: joinBodies(draft.documents, left), omitted: [...kept, ...whole] }
}

/** A slot that the configuration requires is not cut by a total either, unless degrading was chosen. */
function mustLoad(slot: SlotInput, settings: ComposeSettings): boolean {
  return slot.required && settings.onMissing !== 'degrade'
}

function documentSlot(
  definition: SlotDefinition,
  documents: readonly SourceDocument[],
  { settings, required }: { readonly settings: ComposeSettings; readonly required: boolean },
): Draft {
  const own = documents.find((document) => document.frontmatter?.budget)
  const { unit, perFile } = settings.budget
  const limit = own?.frontmatter?.budget
    ? { amount: own.frontmatter.budget, unit: 'chars' as const, from: `budget in ${own.ref.path}` }
    : { amount: perFile, unit, from: 'budget.perFile' }
  const { reason: _, ...base } = emptySlot(definition, required)
  return {
    ...base,
    traits: {
      ...slotTraits(definition, required),
      audience: audiencesOf(definition, documents, settings)[0] ?? 'public',
    },
    status: 'included',
    documents,
    text: joinBodies(documents),
    limit,
    keep: documents.flatMap((document) => document.frontmatter?.keep ?? []),
    omitted: documents.flatMap(frontmatterOmission),
  }
}

/** Joins bodies with a blank line between them; a body that ends in a line end needs one line end less. */
export function joinBodies(
  documents: readonly SourceDocument[],
  without: ReadonlySet<number> = new Set(),
): { pieces: readonly Piece[] } {
  const last = documents.findLastIndex((_, source) => !without.has(source))
  const pieces = documents.flatMap((document, source): Piece[] => {
    if (without.has(source)) return []
    const body = document.text.slice(document.body.start, document.body.end)
    const piece = sourcePiece(body, source, document.body.start)
    if (source === last) return [piece]
    return [piece, { text: body.endsWith('\n') ? '\n' : '\n\n', inserted: 'joiner' }]
  })
  return compactPieces(pieces)
}

/** The frontmatter lines of a document: read, never injected. */
export function frontmatterOmission(document: SourceDocument, source: number): readonly Omission[] {
  if (document.body.start === 0) return []
  const lines = createLineIndex(document.text).linesOf(0, document.body.start)
  return [{ source, lines, reason: 'frontmatter', headings: [] }]
}

/** Who joined files are for, `public` aside: only a viewer who may see every one of them sees the section. */
function audiencesOf(
  definition: SlotDefinition,
  documents: readonly SourceDocument[],
  settings: ComposeSettings,
): readonly Audience[] {
  const base =
    settings.userDataPublic && definition.audience === 'owner' ? 'public' : definition.audience
  const stated = documents.map(
    (document) => parseAudience(document.frontmatter?.audience ?? '') ?? base,
  )
  return [...new Set(stated)].filter((audience) => audience !== 'public')
}

function missingSlot(
  definition: SlotDefinition,
  required: boolean,
  { unread }: Extract<SlotResolution, { outcome: 'missing' }> = { outcome: 'missing' },
): Draft {
  const base = emptySlot(definition, required)
  return unread ? { ...base, reason: unread.reason, refs: [unread.source] } : base
}

function emptySlot(definition: SlotDefinition, required: boolean): Draft {
  return {
    traits: slotTraits(definition, required),
    place: 'slot',
    line: 'slots',
    status: 'missing',
    reason: 'no file at any scope',
    documents: [],
    refs: [],
    text: null,
    limit: null,
    keep: [],
    omitted: [],
    changes: [],
    diagnostics: [],
  }
}

function slotTraits(definition: SlotDefinition, required: boolean): SectionTraits {
  return {
    id: definition.element,
    element: definition.element,
    half: definition.half,
    stability: definition.stability,
    sharedBy: definition.sharedBy,
    priority: definition.priority,
    required,
    trust: definition.trust,
    audience: definition.audience,
  }
}
