import type { TextRange } from '../model/source.ts'
import { compactPieces, type Piece, sliceTraced, type TracedText } from '../model/traced-text.ts'
import type { LineIndex } from '../text/line-index.ts'
import { countChars } from '../text/measure.ts'
import type { CutPlan } from './cut-plan.ts'
import { type CutOmission, describeGap } from './omissions.ts'

/** What an assembly needs beside the ranges to keep. */
export interface AssemblyInput {
  readonly text: TracedText
  readonly plan: CutPlan
  readonly options: {
    readonly marker: (omission: CutOmission) => string
    readonly lines: readonly LineIndex[]
  }
}

/** Kept ranges with their markers, measured. */
export interface Assembled {
  readonly text: TracedText
  readonly omissions: readonly CutOmission[]
  /** Code points of the text. */
  readonly chars: number
}

/** Joins the kept ranges of a text, with markers in the gaps and with fences that a range leaves open closed. */
export function assembleCut(input: AssemblyInput, ranges: readonly TextRange[]): Assembled {
  const { text, plan, options } = input
  const eol = /\r\n|\n|\r/.exec(plan.text)?.[0] ?? '\n'
  const context = { lines: options.lines, units: plan.units }
  const omissions: CutOmission[] = []
  const pieces: Piece[] = []
  let written = ''
  const insert = (inserted: string): void => {
    pieces.push({ text: inserted, inserted: 'cut-marker' })
    written += inserted
  }
  const leaveOut = (gap: TextRange): void => {
    for (const omission of describeGap(text, gap, context)) {
      omissions.push(omission)
      insert(blankLineBehind(written, eol) + options.marker(omission))
    }
  }
  let end = 0
  for (const range of ranges) {
    if (range.start > end) {
      leaveOut({ start: end, end: range.start })
      insert(eol + eol)
    }
    pieces.push(...sliceTraced(text, range.start, range.end).pieces)
    written += plan.text.slice(range.start, range.end)
    const close = findOpenEnclosure(plan, range.end)
    if (close) insert((/[\r\n]$/.test(written) ? '' : eol) + close + eol)
    end = range.end
  }
  if (end < plan.text.length) leaveOut({ start: end, end: plan.text.length })
  return { text: compactPieces(pieces), omissions, chars: countChars(written) }
}

/** What must follow a text so that a new block can begin. */
function blankLineBehind(text: string, eol: string): string {
  if (text === '') return ''
  const ending = text.slice(-64).replace(/\r\n?/g, '\n')
  if (!ending.endsWith('\n')) return eol + eol
  return /\n[ \t]*\n$/.test(ending) ? '' : eol
}

function findOpenEnclosure(plan: CutPlan, at: number): string | undefined {
  const unit = plan.units.findLast(({ start }) => start < at)
  return unit?.enclosures.find(({ start, end }) => start < at && at < end)?.close
}
