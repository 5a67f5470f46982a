import { CODE_INDENT } from '../budget/block-starts.ts'
import { trackFences } from '../budget/fence-tracker.ts'
import { type MarkdownLine, scanMarkdownLines } from '../budget/markdown-lines.ts'
import { BYTE_ORDER_MARK } from './byte-text.ts'

/** One line of a byte text that marks the begin or the end of a block. */
export interface MarkLine {
  /** 1-based. */
  readonly line: number
  readonly start: number
  /** Behind the line end. */
  readonly end: number
  /** Without its line end. */
  readonly text: string
}

/** How the marks of one kind of block are recognised; lines come without their line ends. */
export interface MarkSyntax {
  readonly isMark: (line: string) => boolean
  /** The one line that ends the block which this line begins; `null` when it begins none. */
  readonly endOf: (line: string) => string | null
}

/** The marks of a byte text. */
export interface FoundMarks {
  /** Those that count. */
  readonly marks: readonly MarkLine[]
  /** Those in a fence that nothing closes: whether they count is anybody's guess. */
  readonly doubtful: readonly MarkLine[]
  /** Line of the fence that nothing closes; `null` when there is none. */
  readonly openFence: number | null
}

/**
 * Finds the marks of a byte text: whole lines, from the first column, outside fences. A fence that a block opens ends
 * with the block.
 */
export function findMarks(file: string, syntax: MarkSyntax): FoundMarks {
  const skipped = file.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0
  const reader = createReader(syntax)
  for (const line of scanMarkdownLines(file.slice(skipped))) reader.read(line, skipped)
  return reader.finish()
}

interface Reader {
  read(line: MarkdownLine, skipped: number): void
  finish(): FoundMarks
}

function createReader(syntax: MarkSyntax): Reader {
  const marks: MarkLine[] = []
  const fence = followFence()
  const inFence: MarkLine[] = []
  let awaitedEnd: string | null = null
  let count = 0
  return {
    read(line, skipped) {
      count++
      // A block begins outside fences, and those in it are not followed.
      const fenced = fence.line() !== null
      const mark = toMark(line, { count, skipped })
      const { text } = mark
      if (syntax.isMark(text)) (fenced ? inFence : marks).push(mark)
      if (awaitedEnd !== null) {
        if (text === awaitedEnd) awaitedEnd = null
        return
      }
      if (!fenced) awaitedEnd = syntax.endOf(text)
      if (awaitedEnd === null) fence.read(line, count)
    },
    finish() {
      const openFence = fence.line()
      const doubtful = inFence.filter(({ line }) => openFence !== null && line > openFence)
      return { marks, doubtful, openFence }
    },
  }
}

function toMark(
  line: MarkdownLine,
  place: { readonly count: number; readonly skipped: number },
): MarkLine {
  const [start, end] = [line.start + place.skipped, line.end + place.skipped]
  return { line: place.count, start, end, text: line.indent === 0 ? line.body : '' }
}

/** Follows the fences of a text; `line` is the one that opened the fence which the next line belongs to. */
function followFence(): {
  read(line: MarkdownLine, number: number): void
  line(): number | null
} {
  const fences = trackFences()
  let opened: number | null = null
  return {
    read(line, number) {
      fences.read(line, line.indent < CODE_INDENT ? line.body : '')
      opened = fences.openMark() === null ? null : (opened ?? number)
    },
    line: () => opened,
  }
}
