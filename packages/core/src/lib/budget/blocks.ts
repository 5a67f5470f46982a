import type { TextRange } from '../model/source.ts'
import {
  CODE_INDENT,
  type Heading,
  isDelimiterRow,
  isThematicBreak,
  itemColumn,
  readAtxHeading,
  readFenceMark,
  readHtmlStart,
  setextLevel,
} from './block-starts.ts'
import { interruptsText, readItem, readQuote } from './container-blocks.ts'
import { type Enclosure, trackFences } from './fence-tracker.ts'
import {
  type BlockKind,
  type FoundBlock,
  type Lines,
  skipBlank,
  skipIndented,
} from './found-block.ts'
import { scanMarkdownLines } from './markdown-lines.ts'

/** A top-level piece of a Markdown text, whole lines; offsets are UTF-16 units. */
export interface Block extends TextRange {
  readonly kind: BlockKind
  /** Only of a `heading`. */
  readonly heading?: Heading
  readonly enclosures: readonly Enclosure[]
}

/** UTF-16 units; a longer line above `---` is prose with a rule below it. */
const MAX_SETEXT = 200

/**
 * Splits a Markdown text into top-level blocks that cover it exactly, in linear
 * time. Follows CommonMark 0.31 and GFM tables, except where models read less
 * strictly: only one short line can be a setext heading; a fence interrupts an HTML block, and a fence in a list item runs to
 * its closing line whatever the indentation in between. A run of blank lines is
 * a block; a list item includes its continuation and its nested lists; an
 * unclosed fence or comment runs to the end of the text, or of its list item or
 * quote.
 */
export function scanBlocks(text: string): readonly Block[] {
  const lines = scanMarkdownLines(text)
  const blocks: Block[] = []
  let at = 0
  while (at < lines.length) {
    const found = readBlock(lines, at)
    const start = lines[at]?.start ?? 0
    const end = lines[found.next - 1]?.end ?? text.length
    const { kind, heading, enclosures = [] } = found
    blocks.push(
      heading ? { kind, start, end, heading, enclosures } : { kind, start, end, enclosures },
    )
    at = found.next
  }
  return blocks
}

function readBlock(lines: Lines, at: number): FoundBlock {
  const line = lines[at]
  if (!line || line.body === '') return { kind: 'blank', next: skipBlank(lines, at) }
  if (line.indent >= CODE_INDENT)
    return { kind: 'code', next: skipIndented(lines, at, CODE_INDENT) }
  if (readFenceMark(line.body)) return readFence(lines, at)
  const heading = readAtxHeading(line.body)
  if (heading) return { kind: 'heading', next: at + 1, heading }
  if (isThematicBreak(line.body)) return { kind: 'rule', next: at + 1 }
  if (line.body.startsWith('>')) return readQuote(lines, at)
  const column = itemColumn(line)
  if (column > 0) return readItem(lines, at, column)
  if (readHtmlStart(line.body)) return readHtml(lines, at)
  return startsTable(lines, at) ? readTable(lines, at) : readParagraph(lines, at)
}

function readHtml(lines: Lines, at: number): FoundBlock {
  const first = lines[at]
  const close = first && readHtmlStart(first.body)?.close
  if (!first || !close) return { kind: 'html', next: skipHtmlLines(lines, at) }
  let next = at
  while (next < lines.length && !lines[next]?.body.toLowerCase().includes(close)) next++
  const last = lines[Math.min(next, lines.length - 1)] ?? first
  const range = { start: first.start, end: last.end, contentStart: first.start }
  const closed = next < lines.length
  return { kind: 'html', next: closed ? next + 1 : next, enclosures: [{ ...range, close, closed }] }
}

function skipHtmlLines(lines: Lines, at: number): number {
  let next = at + 1
  for (;;) {
    const line = lines[next]
    if (!line || line.body === '' || readFenceMark(line.body)) return next
    next++
  }
}

function startsTable(lines: Lines, at: number): boolean {
  const below = lines[at + 1]
  if (!below || below.indent >= CODE_INDENT || !isDelimiterRow(below.body)) return false
  return lines[at]?.body.includes('|') === true
}

function readTable(lines: Lines, at: number): FoundBlock {
  let next = at + 2
  for (;;) {
    const line = lines[next]
    if (!line || line.body === '' || interruptsText(line)) return { kind: 'table', next }
    next++
  }
}

function readParagraph(lines: Lines, at: number): FoundBlock {
  let next = at + 1
  for (;;) {
    const line = lines[next]
    if (!line || line.body === '') return { kind: 'paragraph', next }
    const title = next === at + 1 ? (lines[at]?.body.trim() ?? '') : ''
    const level = line.indent < CODE_INDENT ? setextLevel(line.body) : 0
    if (level > 0 && title !== '' && title.length <= MAX_SETEXT) {
      return { kind: 'heading', next: next + 1, heading: { level, text: title } }
    }
    if (interruptsText(line) || startsTable(lines, next)) return { kind: 'paragraph', next }
    next++
  }
}

function readFence(lines: Lines, at: number): FoundBlock {
  const tracker = trackFences()
  let next = at
  do {
    const line = lines[next]
    if (!line) break
    tracker.read(line, line.indent < CODE_INDENT ? line.body : '')
    next++
  } while (tracker.openMark())
  return { kind: 'fence', next, enclosures: tracker.finish() }
}
