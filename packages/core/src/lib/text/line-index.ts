import type { TextRange } from '../model/source.ts'
import { rememberByText } from './remember.ts'

/** A place in a text. Lines and columns are 1-based; columns count UTF-16 units. */
export interface LinePosition {
  readonly line: number
  readonly column: number
}

/** Turns offsets of one text into lines. Offsets outside the text are moved to its nearest end. */
export interface LineIndex {
  /** Lines that hold a character or a line end: `''` has 0, `'a'` and `'a\n'` have 1. */
  readonly lineCount: number
  /** The line and column of an offset; the end of `'a\n'` is line 2, column 1. */
  position(offset: number): LinePosition
  /** First and last line, inclusive, that the half-open range touches; of an empty range, the line of its start. */
  linesOf(start: number, end: number): readonly [first: number, last: number]
  /** The range of one line with its line end; empty at the nearest end of the text when there is no such line. */
  rangeOf(line: number): TextRange
}

/** Indexes the lines of a text once, in linear time. LF, CRLF and a lone CR end a line; nothing else does. */
export function createLineIndex(text: string): LineIndex {
  const starts = lineStartsOf(text)
  const lineAt = (offset: number): number => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return low + 1
  }
  const clamp = (offset: number): number => Math.min(Math.max(offset, 0), text.length)
  return {
    lineCount: starts.at(-1) === text.length ? starts.length - 1 : starts.length,
    position(offset) {
      const line = lineAt(clamp(offset))
      return { line, column: clamp(offset) - (starts[line - 1] ?? 0) + 1 }
    },
    linesOf(start, end) {
      const first = lineAt(clamp(start))
      return [first, end > start ? lineAt(clamp(end - 1)) : first]
    },
    rangeOf(line) {
      const start = line < 1 ? 0 : (starts[line - 1] ?? text.length)
      return { start, end: line < 1 ? 0 : (starts[line] ?? text.length) }
    },
  }
}

/** A composition asks for the lines of the same documents again and again. */
const lineStartsOf: (text: string) => readonly number[] = rememberByText(lineStarts, 1_000_000)

function lineStarts(text: string): readonly number[] {
  const starts = [0]
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === 0x0a) starts.push(i + 1)
    else if (unit === 0x0d && text.charCodeAt(i + 1) !== 0x0a) starts.push(i + 1)
  }
  return starts
}
