import { countChars } from '../text/measure.ts'
import { type Block, scanBlocks } from './blocks.ts'
import { findKeptSections, type KeptSection, type KeptSections } from './kept-sections.ts'

/** What a cut keeps or leaves as a whole: a block with the few blank lines below it. */
export interface CutUnit extends Block {
  /** Code points. */
  readonly chars: number
}

/** A text prepared for cutting. */
export interface CutPlan {
  readonly text: string
  readonly units: readonly CutUnit[]
  readonly keep: KeptSections
  /** Per kept section, in the order in which they claim room, the indices of its units. */
  readonly groups: readonly (readonly number[])[]
}

/** Longer blank runs are units of their own, so that they never crowd out text. */
const MAX_JOINED_BLANK = 8

/** Prepares a text for cutting, in linear time for a bounded number of kept sections. */
export function planCut(text: string, keep: readonly string[]): CutPlan {
  const blocks = scanBlocks(text)
  const units = joinBlanks(blocks).map((block) => ({
    ...block,
    chars: countChars(text.slice(block.start, block.end)),
  }))
  const kept = findKeptSections(text, blocks, keep)
  const groups = kept.sections.map((section) => indicesIn(units, section))
  return { text, units, keep: kept, groups }
}

function joinBlanks(blocks: readonly Block[]): readonly Block[] {
  const joined: Block[] = []
  for (const block of blocks) {
    const last = joined.at(-1)
    const joins = block.kind === 'blank' && block.end - block.start <= MAX_JOINED_BLANK
    if (last && joins) joined[joined.length - 1] = { ...last, end: block.end }
    else joined.push(block)
  }
  return joined
}

function indicesIn(units: readonly CutUnit[], section: KeptSection): readonly number[] {
  const indices: number[] = []
  for (let index = firstFrom(units, section.start); index < units.length; index++) {
    if ((units[index]?.start ?? section.end) >= section.end) break
    indices.push(index)
  }
  return indices
}

function firstFrom(units: readonly CutUnit[], start: number): number {
  let low = 0
  let high = units.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((units[middle]?.start ?? start) < start) low = middle + 1
    else high = middle
  }
  return low
}
