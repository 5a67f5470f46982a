import { type TracedText, textOf } from '../model/traced-text.ts'
import type { LineIndex } from '../text/line-index.ts'
import { countChars } from '../text/measure.ts'
import { type Assembled, type AssemblyInput, assembleCut } from './cut-assembly.ts'
import { type CutPlan, planCut } from './cut-plan.ts'
import { type CutShares, selectRanges } from './cut-selection.ts'
import type { CutOmission } from './omissions.ts'

/** How much of a text to keep, and how. */
export interface CutOptions {
  /** Code points that the result may have, markers included. Anything below 1 gives an empty text. */
  readonly maxChars: number
  /** Headings whose sections are kept first; a section that holds `<!-- keep -->` is, too. */
  readonly keep: readonly string[]
  /** The line that stands for an omission. Never empty: it also keeps the two sides from reading as one tag. */
  readonly marker: (omission: CutOmission) => string
  /** One index for each source of the text, by source index, over the whole text of its document. */
  readonly lines: readonly LineIndex[]
}

/** A cut text with the account of what it lacks. */
export interface CutResult {
  readonly text: TracedText
  /** What was left out, in the order of the text; recorded also where there was no room for a marker. */
  readonly omissions: readonly CutOmission[]
  /** Headings of sections to keep that did not fit whole, and entries of `keep` that name no heading. */
  readonly keepLost: readonly string[]
}

/** Of what the kept sections leave. The rest goes to whichever end has a block that fits. */
const SHARES: CutShares = { head: 0.7, tail: 0.2 }

/** Tried when the shares leave more than half of the room unused, because one block is larger than its share. */
const HEAD_ONLY: CutShares = { head: 1, tail: 0 }

/**
 * Cuts a Markdown text to a number of code points, in whole blocks: the sections
 * to keep, then its start and its end, with a marker for each omission. A text
 * that fits is returned as it is. A block that alone exceeds the room is cut
 * behind a line, else behind a grapheme, and a fence or comment cut so is closed;
 * no cut falls inside a tag. Markers and closing lines are inserted text of the
 * kind `cut-marker`. Where not even the markers fit, the result is empty.
 */
export function cutText(text: TracedText, options: CutOptions): CutResult {
  const output = textOf(text)
  if (countChars(output) <= options.maxChars) return { text, omissions: [], keepLost: [] }
  const cutting: Cutting = { text, options, plan: planCut(output, options.keep) }
  let best = fitRanges(cutting, SHARES)
  if (best.chars * 2 < options.maxChars) {
    const alternative = fitRanges(cutting, HEAD_ONLY)
    if (alternative.chars > best.chars) best = alternative
  }
  const { omissions } = best
  return { text: best.text, omissions, keepLost: listKeepLost(cutting.plan, omissions) }
}

interface Cutting extends AssemblyInput {
  readonly options: CutOptions
}

/** Selects ranges until they fit together with their markers, whose size is known only afterwards. */
function fitRanges(cutting: Cutting, shares: CutShares): Assembled {
  const { maxChars } = cutting.options
  let reserve = 0
  for (let round = 1; reserve < maxChars; round++) {
    const ranges = selectRanges(cutting.plan, maxChars - reserve, shares)
    const assembled = assembleCut(cutting, ranges)
    if (assembled.chars <= maxChars) return assembled
    // Growing by `round` too, so that a marker that grows with its gap cannot hold this up.
    reserve += assembled.chars - maxChars + round
  }
  const bare = assembleCut(cutting, [])
  if (bare.chars <= maxChars) return bare
  return { text: { pieces: [] }, omissions: bare.omissions, chars: 0 }
}

function listKeepLost(plan: CutPlan, omissions: readonly CutOmission[]): readonly string[] {
  const lost = plan.keep.sections.filter((section) =>
    omissions.some(({ start, end }) => start < section.end && section.start < end),
  )
  return [...lost.map(({ heading }) => heading || '<!-- keep -->'), ...plan.keep.unmatched]
}
