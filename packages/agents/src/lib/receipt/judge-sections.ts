import type { Slot } from '../wire/slot.ts'
import type { ExpectedSection } from './expected-section.ts'
import { findExact, findNormalised, overlaps, type TextHit } from './find-text.ts'
import type { DeliveredCopy } from './locate-delivery.ts'
import type { FoundRange, JudgedSection, SectionVerdict } from './receipt.ts'

export interface DeliverySearch {
  readonly slots: readonly Slot[]
  readonly copies: readonly DeliveredCopy[]
  /** Copies of the texts that supersede what stands before them. */
  readonly updates: readonly DeliveredCopy[]
  /** Where the composition's text begins in the delivered text; -1 when it is not in it as a whole. */
  readonly base: number
  readonly isHedged: (slot: Slot) => boolean
}

/** The tag and a part of the lead-in of a section: enough to recognise it when the rest was changed. */
const HEAD_CHARS = 40

/** One occurrence of a section. `whole`: with our tags, byte for byte. */
interface SectionHit {
  readonly slot: Slot
  readonly hit: TextHit
  readonly whole: boolean
  /** Counts towards the verdict; otherwise it is an echo. */
  readonly counts: boolean
}

/**
 * Judges one section of ours: its place in each copy of the delivered text
 * first, then its words outside of them. Instruction-level slots count; for a
 * file of the work tree the person's side of the conversation counts as well,
 * because that is where agents put the files that they read by themselves.
 */
export function judgeSection(section: ExpectedSection, search: DeliverySearch): JudgedSection {
  const placed = search.copies.flatMap((copy) => placeInCopy(section, copy, search.base))
  const outside = search.slots.flatMap((slot) => findOutside(section, slot, search.copies))
  const hits = withoutSuperseded([...placed, ...outside], search)
  const counted = hits.filter((hit) => hit.counts)
  const found = counted.length > 0 ? counted : findAltered(section, search.slots)
  return {
    id: section.id,
    verdict: verdictOf(found),
    hedged: found.some(({ slot }) => search.isHedged(slot)),
    found: found.map(rangeOf),
    echoes: hits.filter((hit) => !hit.counts).map(rangeOf),
  }
}

/** Where an update holds the section, only its last place in one counts, and what stands behind it. */
function withoutSuperseded(
  hits: readonly SectionHit[],
  { slots, updates }: DeliverySearch,
): readonly SectionHit[] {
  const updated = hits.filter(({ slot, hit }) =>
    updates.some((copy) => copy.slot === slot && overlaps(copy.hit, hit)),
  )
  const last = Math.max(-1, ...updated.map(({ slot }) => slots.indexOf(slot)))
  return hits.map((hit) => (slots.indexOf(hit.slot) < last ? { ...hit, counts: false } : hit))
}

function verdictOf(found: readonly SectionHit[]): SectionVerdict {
  const [first, second] = found
  if (!first) return 'missing'
  if (second) return 'twice'
  return first.whole ? 'delivered' : 'altered'
}

function placeInCopy(
  section: ExpectedSection,
  copy: DeliveredCopy,
  base: number,
): readonly SectionHit[] {
  const { slot, hit, exact } = copy
  const counts = slot.level === 'instruction'
  if (exact && base >= 0) {
    const start = hit.start + base + section.range.start
    const end = hit.start + base + section.range.end
    return [{ slot, hit: { start, end }, whole: true, counts }]
  }
  const inside = slot.text.slice(hit.start, hit.end)
  const find = exact ? findExact : findNormalised
  return find(inside, section.text).map(({ start, end }) => ({
    slot,
    hit: { start: start + hit.start, end: end + hit.start },
    whole: exact,
    counts,
  }))
}

/** The section's text, then its body alone, where no copy of the delivered text is. */
function findOutside(
  section: ExpectedSection,
  slot: Slot,
  copies: readonly DeliveredCopy[],
): readonly SectionHit[] {
  const taken = copies.filter((copy) => copy.slot === slot).map((copy) => copy.hit)
  const hits: SectionHit[] = []
  const isInstruction = slot.level === 'instruction'
  const isReadFile = section.fromWorktree && slot.role === 'user' && slot.level !== 'tool'
  const add = (text: string, whole: boolean): void => {
    for (const hit of findExact(slot.text, text)) {
      if (taken.some((range) => overlaps(range, hit))) continue
      taken.push(hit)
      hits.push({ slot, hit, whole, counts: isInstruction || isReadFile })
    }
  }
  add(section.text, true)
  for (const body of bodiesOf(section)) add(body, false)
  return hits
}

/** Up to white space, else by how it begins. */
function findAltered(section: ExpectedSection, slots: readonly Slot[]): readonly SectionHit[] {
  const instructions = slots.filter((slot) => slot.level === 'instruction')
  const find = (text: string): readonly SectionHit[] =>
    instructions.flatMap((slot) =>
      findNormalised(slot.text, text).map((hit) => ({ slot, hit, whole: false, counts: true })),
    )
  const hits = find(section.text)
  return hits.length > 0 ? hits : find(section.text.slice(0, HEAD_CHARS))
}

/** A file that the agent read itself stands there as it is on disk, before our guard escaped it. */
function bodiesOf(section: ExpectedSection): readonly string[] {
  const plain = section.body
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
  return [...new Set([section.body, plain])]
}

function rangeOf({ slot, hit }: SectionHit): FoundRange {
  return { slot: slot.path, start: hit.start, end: hit.end }
}
