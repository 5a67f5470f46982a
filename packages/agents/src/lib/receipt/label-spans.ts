import { sha256Hex } from '../launch/content-address.ts'
import type { Slot } from '../wire/slot.ts'
import { findExact, findNormalised, type TextHit } from './find-text.ts'
import type { DeliveredCopy } from './locate-delivery.ts'
import type { FoundRange, JudgedSection, SlotSpan, SpanOwner } from './receipt.ts'

/** What is known about the texts of a request. */
export interface KnownTexts {
  readonly copies: readonly DeliveredCopy[]
  /** Judged sections of ours. */
  readonly ours: readonly JudgedSection[]
  /** Judged files that the agent reads itself; `id` names them. */
  readonly natives: readonly JudgedSection[]
  readonly userSources: readonly { readonly what: string; readonly text: string }[]
  /** Texts of a recorded bare run of the same version and model. */
  readonly vendorTexts: ReadonlySet<string>
  readonly keepVendorText: boolean
}

/** Says for every character of a slot whose it is; the spans joined are the slot. */
export function labelSpans(slot: Slot, known: KnownTexts): readonly SlotSpan[] {
  const labels = [...ourLabels(slot, known), ...userLabels(slot, known)]
  const spans: SlotSpan[] = []
  let cursor = 0
  for (const label of withoutOverlaps(labels)) {
    if (label.start > cursor) spans.push(gap(slot, { start: cursor, end: label.start }, known))
    spans.push(label)
    cursor = label.end
  }
  if (cursor < slot.text.length) {
    spans.push(gap(slot, { start: cursor, end: slot.text.length }, known))
  }
  return spans
}

/** Sections first; what of a copy belongs to none of them is the frame around them. */
function ourLabels(slot: Slot, known: KnownTexts): readonly SlotSpan[] {
  if (slot.level !== 'instruction') return []
  const sections = known.ours.flatMap(({ id, found }) =>
    rangesIn(slot, found).map((range): SlotSpan => ({ ...range, owner: 'onesoul', section: id })),
  )
  const copies = known.copies
    .filter((copy) => copy.slot === slot)
    .map(({ hit }): SlotSpan => ({ ...hit, owner: 'onesoul' }))
  return [...sections, ...copies]
}

function userLabels(slot: Slot, known: KnownTexts): readonly SlotSpan[] {
  const label =
    (source: string) =>
    (range: TextHit): SlotSpan => ({ ...range, owner: 'user', source })
  const natives = known.natives.flatMap(({ id, found }) => rangesIn(slot, found).map(label(id)))
  if (slot.level !== 'instruction') return natives
  const sources = known.userSources.flatMap(({ what, text }) =>
    findUserText(slot.text, text).map(label(what)),
  )
  return [...natives, ...sources]
}

/** A value of the person's, byte for byte or, for agents that re-wrap, up to white space. */
export function findUserText(haystack: string, text: string): readonly TextHit[] {
  const exact = findExact(haystack, text)
  return exact.length > 0 ? exact : findNormalised(haystack, text)
}

function rangesIn(slot: Slot, found: readonly FoundRange[]): readonly TextHit[] {
  return found.filter((range) => range.slot === slot.path).map(({ start, end }) => ({ start, end }))
}

/** Earlier labels win; of a later one the parts remain that nobody has taken. */
function withoutOverlaps(labels: readonly SlotSpan[]): readonly SlotSpan[] {
  const taken: SlotSpan[] = []
  for (const label of labels) {
    let pieces: readonly SlotSpan[] = [label]
    for (const other of taken) pieces = pieces.flatMap((piece) => subtract(piece, other))
    taken.push(...pieces)
  }
  return taken.sort((a, b) => a.start - b.start)
}

function subtract(piece: SlotSpan, other: TextHit): readonly SlotSpan[] {
  const before = { ...piece, end: Math.min(piece.end, other.start) }
  const after = { ...piece, start: Math.max(piece.start, other.end) }
  return [before, after].filter((span) => span.start < span.end)
}

function gap(slot: Slot, range: TextHit, known: KnownTexts): SlotSpan {
  const text = slot.text.slice(range.start, range.end)
  const owner = ownerOfRest(slot, text, known)
  if (owner === 'conversation') return { ...range, owner }
  const kept = known.keepVendorText ? { text } : {}
  return { ...range, owner, sha256: sha256Hex(text), ...kept }
}

function ownerOfRest(slot: Slot, text: string, known: KnownTexts): SpanOwner {
  const isDefinition = slot.level === 'tool' && slot.path.endsWith('tools')
  if (slot.level !== 'instruction' && !isDefinition) return 'conversation'
  return known.vendorTexts.has(text.trim()) ? 'vendor' : 'unknown'
}
