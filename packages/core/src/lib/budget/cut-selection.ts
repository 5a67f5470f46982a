import type { TextRange } from '../model/source.ts'
import { countChars } from '../text/measure.ts'
import type { CutPlan, CutUnit } from './cut-plan.ts'
import { findPrefixEnd, findSuffixStart } from './cut-point.ts'
import type { BlockKind } from './found-block.ts'

/** Blocks of which a part is worth nothing. */
const UNDIVIDED: ReadonlySet<BlockKind> = new Set(['heading', 'blank'])

/** How the room beside the kept sections is divided between the two ends of the text, as parts of 1. */
export interface CutShares {
  readonly head: number
  readonly tail: number
}

/**
 * Chooses the ranges of the text to keep within `maxChars` code points: the kept
 * sections, then units from both ends. A unit is cut inside only when it alone is
 * larger than `maxChars`. The ranges are sorted and apart. The text must be
 * longer than `maxChars`.
 */
export function selectRanges(
  plan: CutPlan,
  maxChars: number,
  shares: CutShares,
): readonly TextRange[] {
  const selection: Selection = {
    plan,
    maxChars,
    left: maxChars,
    kept: new Set(),
    inside: new Map(),
    first: 0,
    last: plan.units.length - 1,
  }
  for (const group of plan.groups) keepGroup(selection, group)
  keepEnds(selection, shares)
  return joinRanges(plan.units.flatMap((unit, index) => rangesOf(selection, unit, index)))
}

interface Selection {
  readonly plan: CutPlan
  readonly maxChars: number
  readonly kept: Set<number>
  /** What is kept at the ends of units that are cut inside. */
  readonly inside: Map<number, readonly TextRange[]>
  /** Code points not yet given away. */
  left: number
  /** Everything before this unit is kept. */
  first: number
  /** Everything behind this unit is kept. */
  last: number
}

/** Keeps the units of one section from its start, as many as fit. */
function keepGroup(selection: Selection, group: readonly number[]): void {
  for (const index of group) {
    if (selection.kept.has(index) || keepWithin(selection, index, selection.left)) continue
    keepPrefix(selection, index)
    return
  }
}

function keepEnds(selection: Selection, shares: CutShares): void {
  const headRoom = Math.floor(selection.left * shares.head)
  const tailRoom = Math.floor(selection.left * shares.tail)
  growHead(selection, headRoom)
  keepSuffix(selection, selection.last, growTail(selection, tailRoom))
  keepPrefix(selection, selection.first)
  growHead(selection, selection.left)
  dropTrailingHeadings(selection)
  growTail(selection, selection.left)
}

/** Keeps units from the start up to the first that does not fit. */
function growHead(selection: Selection, room: number): void {
  let left = room
  for (;;) {
    while (selection.kept.has(selection.first)) selection.first++
    if (!keepWithin(selection, selection.first, left)) return
    left -= selection.plan.units[selection.first]?.chars ?? 0
  }
}

/** Keeps units from the end up to the first that does not fit; returns the room that is left. */
function growTail(selection: Selection, room: number): number {
  let left = room
  for (;;) {
    while (selection.kept.has(selection.last)) selection.last--
    if (!keepWithin(selection, selection.last, left)) return left
    left -= selection.plan.units[selection.last]?.chars ?? 0
  }
}

function keepWithin(selection: Selection, index: number, room: number): boolean {
  const unit = selection.plan.units[index]
  if (!unit || unit.chars > room || selection.inside.has(index)) return false
  selection.kept.add(index)
  selection.left -= unit.chars
  return true
}

/** Keeps the start of a unit that could never be kept whole. */
function keepPrefix(selection: Selection, index: number): void {
  const { plan, maxChars, left } = selection
  const unit = plan.units[index]
  const before = selection.inside.get(index) ?? []
  if (!unit || UNDIVIDED.has(unit.kind) || unit.chars <= maxChars) return
  if (before.some(({ start }) => start === unit.start)) return
  const end = findPrefixEnd(plan.text, unit, left)
  const fence = unit.enclosures.find(
    ({ start, contentStart }) => start < end && end <= contentStart,
  )
  keepInside(selection, index, { start: unit.start, end: fence ? fence.start : end })
}

/** Keeps the end of a paragraph that could never be kept whole; nothing else can begin without the lines above it. */
function keepSuffix(selection: Selection, index: number, room: number): void {
  const { plan, maxChars } = selection
  const unit = plan.units[index]
  if (unit?.kind !== 'paragraph' || unit.chars <= maxChars || selection.inside.has(index)) return
  keepInside(selection, index, { start: findSuffixStart(plan.text, unit, room), end: unit.end })
}

function keepInside(selection: Selection, index: number, range: TextRange): void {
  if (range.start >= range.end) return
  selection.inside.set(index, [...(selection.inside.get(index) ?? []), range])
  selection.left -= countChars(selection.plan.text.slice(range.start, range.end))
}

/** A heading without anything of its section would promise what was left out. */
function dropTrailingHeadings(selection: Selection): void {
  const pinned = new Set(selection.plan.groups.flat())
  if (selection.inside.has(selection.first)) return
  for (let index = selection.first - 1; index >= 0 && !pinned.has(index); index--) {
    const unit = selection.plan.units[index]
    if (unit?.kind !== 'heading') return
    selection.kept.delete(index)
    selection.left += unit.chars
    selection.first = index
  }
}

function rangesOf(selection: Selection, unit: CutUnit, index: number): readonly TextRange[] {
  if (selection.kept.has(index)) return [unit]
  const inside = selection.inside.get(index) ?? []
  return inside.toSorted((a, b) => a.start - b.start)
}

function joinRanges(ranges: readonly TextRange[]): readonly TextRange[] {
  const joined: TextRange[] = []
  for (const { start, end } of ranges) {
    const last = joined.at(-1)
    if (last?.end === start) joined[joined.length - 1] = { start: last.start, end }
    else joined.push({ start, end })
  }
  return joined
}
