import type { LineIndex, TextRange } from '@onesoul/core'
import type { Excerpt } from './scan-report.ts'

/** UTF-16 units before and behind the beginning of the found words. */
const BEFORE = 60
const BEHIND = 200

/** The piece of the line in which a range begins, with what is around it. */
export function excerptOf(text: string, span: TextRange, lines: LineIndex): Excerpt {
  const line = lines.rangeOf(lines.position(span.start).line)
  const lineEnd = line.start + text.slice(line.start, line.end).replace(/[\r\n]+$/, '').length
  const from = wholeCharacter(text, Math.max(line.start, span.start - BEFORE))
  const to = Math.max(span.start, wholeCharacter(text, Math.min(lineEnd, span.start + BEHIND)))
  return {
    text: text.slice(from, to),
    start: span.start - from,
    end: Math.min(span.end, to) - from,
    cut: { before: from > line.start, behind: to < lineEnd },
    goesOn: span.end > line.end,
  }
}

/** Never between the halves of a surrogate pair. */
function wholeCharacter(text: string, offset: number): number {
  const unit = text.charCodeAt(offset)
  return unit >= 0xdc00 && unit <= 0xdfff ? offset - 1 : offset
}
