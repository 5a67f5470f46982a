import {
  CODE_INDENT,
  closesFence,
  type FenceMark,
  isThematicBreak,
  itemColumn,
  itemInterruptsParagraph,
  readAtxHeading,
  readFenceMark,
  readHtmlStart,
} from './block-starts.ts'
import { trackFences } from './fence-tracker.ts'
import { type FoundBlock, type Lines, skipBlank, skipIndented } from './found-block.ts'
import type { MarkdownLine } from './markdown-lines.ts'

/** Reads a list item whose content begins at `column`, with its continuation and nested lists. */
export function readItem(lines: Lines, at: number, column: number): FoundBlock {
  const tracker = trackFences()
  let next = at
  for (;;) {
    const line = lines[next]
    if (!line) break
    const inner = stripMarkers(line.body)
    tracker.read(line, inner)
    const mark = tracker.openMark()
    const end = mark ? findItemFenceEnd(lines, { at: next + 1, column, mark }) : next + 1
    for (const fenced of lines.slice(next + 1, end)) tracker.read(fenced, fenced.body)
    next = end
    const after = skipBlank(lines, next)
    const follower = lines[after]
    if (!follower) break
    const lazy = !mark && after === next && isText(inner) && continuesLazily(follower)
    if (follower.indent < column && !lazy) break
    next = after
  }
  return { kind: 'list-item', next, enclosures: tracker.finish() }
}

interface ItemFence {
  /** Index of its first content line. */
  readonly at: number
  readonly column: number
  readonly mark: FenceMark
}

/**
 * Index behind a fence of a list item. It runs to its closing line at any
 * indentation; when another fence or an outer heading comes first, the closing
 * line was forgotten, and the item's own end is the fence's.
 */
function findItemFenceEnd(lines: Lines, fence: ItemFence): number {
  const { mark, column } = fence
  for (let next = fence.at; next < lines.length; next++) {
    const line = lines[next]
    if (!line) break
    if (closesFence(line.body, mark)) return next + 1
    const other = readFenceMark(line.body)
    if (other?.char === mark.char && other.length >= mark.length) break
    if (line.indent < column && (readAtxHeading(line.body)?.level ?? 0) > 1) break
  }
  return skipIndented(lines, fence.at, column)
}

/** Reads a run of quoted lines with the text that goes on below it without quote marks. */
export function readQuote(lines: Lines, at: number): FoundBlock {
  const tracker = trackFences()
  let lazy = false
  let next = at
  for (;;) {
    const line = lines[next]
    if (!line || line.body === '') break
    const quoted = line.indent < CODE_INDENT && line.body.startsWith('>')
    if (!quoted && (tracker.openMark() || !lazy || !continuesLazily(line))) break
    const inner = tracker.openMark() ? line.body.replace(/^[> \t]+/, '') : stripMarkers(line.body)
    tracker.read(line, inner)
    lazy = tracker.openMark() === null && isText(inner)
    next++
  }
  return { kind: 'quote', next, enclosures: tracker.finish() }
}

function isText(inner: string): boolean {
  return inner !== '' && !readAtxHeading(inner)
}

function continuesLazily(line: MarkdownLine): boolean {
  return !interruptsText(line) && (line.indent >= CODE_INDENT || itemColumn(line) === 0)
}

/** Removes the quote marks and list markers that stand before the text of a line. */
function stripMarkers(body: string): string {
  return body.replace(/^(?:(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))[ \t]*)+/, '')
}

/** Whether a line ends the paragraph above it, also one that goes on lazily inside a list item or quote. */
export function interruptsText(line: MarkdownLine): boolean {
  if (line.indent >= CODE_INDENT) return false
  const { body } = line
  // Most lines of prose begin with none of these.
  if (!'`~#-_*+1><'.includes(body.charAt(0))) return false
  if (readFenceMark(body) || readAtxHeading(body) || isThematicBreak(body)) return true
  if (body.startsWith('>') || itemInterruptsParagraph(body)) return true
  return readHtmlStart(body)?.loose === false
}
