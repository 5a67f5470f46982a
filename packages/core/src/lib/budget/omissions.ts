import type { TextRange } from '../model/source.ts'
import { type Piece, sliceTraced, type TracedText } from '../model/traced-text.ts'
import type { LineIndex } from '../text/line-index.ts'
import type { CutUnit } from './cut-plan.ts'

/** A run of text that a cut left out, all of one source. */
export interface CutOmission extends TextRange {
  /** First and last source line of the run, 1-based, inclusive. A line that was cut inside is in part kept. */
  readonly firstLine: number
  readonly lastLine: number
  readonly source: number
  /** Headings that begin inside the run. */
  readonly headings: readonly string[]
}

/** What turns ranges into lines and headings. */
export interface OmissionContext {
  /** One index for each source of the text, by source index, over the whole text of its document. */
  readonly lines: readonly LineIndex[]
  readonly units: readonly CutUnit[]
}

/**
 * Describes one gap of a text, one omission for each source in it, so that
 * together they are the gap. Offsets are those of the uncut text. Text of ours
 * in a gap goes with the source before it; a gap of nothing else is named by the
 * nearest source before it, else by source 0. A source without an index has line 0.
 */
export function describeGap(
  traced: TracedText,
  gap: TextRange,
  context: OmissionContext,
): readonly CutOmission[] {
  const runs = sourceRuns(sliceTraced(traced, gap.start, gap.end).pieces, gap)
  const found = runs.length > 0 ? runs : [{ ...gap, ...lastPlace(traced, gap.start) }]
  return found.map(({ start, end, source, from, to }) => {
    const [firstLine, lastLine] = context.lines[source]?.linesOf(from, to) ?? [0, 0]
    const headings = context.units.flatMap((unit) =>
      unit.heading && unit.start >= start && unit.start < end ? [unit.heading.text] : [],
    )
    return { start, end, firstLine, lastLine, source, headings }
  })
}

interface Place {
  readonly source: number
  /** Range of the source. */
  readonly from: number
  readonly to: number
}

interface SourceRun extends TextRange, Place {}

function sourceRuns(pieces: readonly Piece[], gap: TextRange): readonly SourceRun[] {
  const runs: SourceRun[] = []
  let end = gap.start
  for (const piece of pieces) {
    end += piece.text.length
    const last = runs.at(-1)
    if ('inserted' in piece) {
      if (last) runs[runs.length - 1] = { ...last, end }
    } else if (last?.source === piece.source) {
      runs[runs.length - 1] = { ...last, end, to: piece.end }
    } else {
      const { source, start: from, end: to } = piece
      runs.push({ start: last ? last.end : gap.start, end, source, from, to })
    }
  }
  return runs
}

function lastPlace(traced: TracedText, before: number): Place {
  const piece = sliceTraced(traced, 0, before).pieces.findLast((found) => !('inserted' in found))
  if (!piece || 'inserted' in piece) return { source: 0, from: 0, to: 0 }
  return { source: piece.source, from: piece.end, to: piece.end }
}
