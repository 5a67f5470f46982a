/** One line of a Markdown text; offsets are UTF-16 units of the whole text. */
export interface MarkdownLine {
  readonly start: number
  /** Behind the line end. */
  readonly end: number
  /** The line without its indentation and its line end; empty for a blank line. */
  readonly body: string
  /** Columns of white space before `body`; a tab reaches to the next multiple of four. */
  readonly indent: number
}

/** Splits a text into lines at LF, CRLF and a lone CR; the lines cover it exactly. */
export function scanMarkdownLines(text: string): readonly MarkdownLine[] {
  const lines: MarkdownLine[] = []
  let start = 0
  while (start < text.length) {
    const contentEnd = findLineEnd(text, start)
    const crlf = text.charCodeAt(contentEnd) === 0x0d && text.charCodeAt(contentEnd + 1) === 0x0a
    const end = Math.min(contentEnd + (crlf ? 2 : 1), text.length)
    lines.push(readLine(text, { start, contentEnd, end }))
    start = end
  }
  return lines
}

/** Columns that a run of spaces and tabs spans when it begins at `column`. */
export function countColumns(blanks: string, column: number): number {
  let reached = column
  for (const blank of blanks) reached += blank === '\t' ? 4 - (reached % 4) : 1
  return reached - column
}

function findLineEnd(text: string, start: number): number {
  let at = start
  while (at < text.length) {
    const unit = text.charCodeAt(at)
    if (unit === 0x0a || unit === 0x0d) return at
    at++
  }
  return at
}

function readLine(
  text: string,
  range: { readonly start: number; readonly contentEnd: number; readonly end: number },
): MarkdownLine {
  let first = range.start
  let indent = 0
  while (first < range.contentEnd) {
    const unit = text.charCodeAt(first)
    if (unit === 0x20) indent++
    else if (unit === 0x09) indent += 4 - (indent % 4)
    else break
    first++
  }
  const body = text.slice(first, range.contentEnd)
  return { start: range.start, end: range.end, body, indent }
}
