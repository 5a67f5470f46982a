import { countColumns, type MarkdownLine } from './markdown-lines.ts'

/** An ATX or setext heading. */
export interface Heading {
  /** 1 to 6. */
  readonly level: number
  /** Without the marks around it; inline marks stay. */
  readonly text: string
}

/** The run of backticks or tildes that opened a fence. */
export interface FenceMark {
  readonly char: '`' | '~'
  readonly length: number
}

/** How an HTML block ends: with the line that holds `close` in any case, or before a blank line when that is empty. */
export interface HtmlStart {
  readonly close: string
  /** Only a whole tag alone on its line: does not interrupt a paragraph. */
  readonly loose: boolean
}

/** Indentation from which a line is code and starts nothing. */
export const CODE_INDENT = 4

const FENCE = /^(`{3,}|~{3,})(.*)$/s
const ATX = /^(#{1,6})(?:[ \t]+(.*))?$/s
const MARKER = /^(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)/
const SETEXT = /^(=+|-+)[ \t]*$/
const HTML_ENDS: readonly (readonly [start: RegExp, close: string])[] = [
  [/^<!--/, '-->'],
  [/^<\?/, '?>'],
  [/^<!\[CDATA\[/, ']]>'],
  [/^<![A-Za-z]/, '>'],
  [/^<pre(?=[\s>]|$)/i, '</pre>'],
  [/^<script(?=[\s>]|$)/i, '</script>'],
  [/^<style(?=[\s>]|$)/i, '</style>'],
  [/^<textarea(?=[\s>]|$)/i, '</textarea>'],
]
/** The block-level names of CommonMark 0.31, section 4.6, condition 6. */
const HTML_BLOCK =
  /^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?=[\s>]|\/>|$)/i
const HTML_TAG_ALONE = /^<\/?[A-Za-z][A-Za-z0-9-]*(?:\s[^<>]*)?>[ \t]*$/

/** Reads an ATX heading from the body of a line. */
export function readAtxHeading(body: string): Heading | null {
  const match = ATX.exec(body)
  if (!match?.[1]) return null
  const text = (match[2] ?? '').trim()
  let end = text.length
  while (text[end - 1] === '#') end--
  const closed = end === 0 || ' \t'.includes(text[end - 1] ?? '')
  return { level: match[1].length, text: closed ? text.slice(0, end).trim() : text }
}

/** Level of the setext heading that a line underlines; 0 when it underlines none. */
export function setextLevel(body: string): 0 | 1 | 2 {
  const match = SETEXT.exec(body)
  if (!match?.[1]) return 0
  return match[1].startsWith('=') ? 1 : 2
}

/** Reads the opening of a fence. */
export function readFenceMark(body: string): FenceMark | null {
  const match = FENCE.exec(body)
  const mark = match?.[1]
  if (!mark) return null
  const char = mark.startsWith('`') ? '`' : '~'
  if (char === '`' && match[2]?.includes('`')) return null
  return { char, length: mark.length }
}

/** Whether a line closes the fence: the same character, at least as often, and nothing behind it. */
export function closesFence(body: string, fence: FenceMark): boolean {
  if (!body.startsWith(fence.char.repeat(fence.length))) return false
  const rest = body.trimEnd()
  return rest === fence.char.repeat(rest.length)
}

/** Column at which the content of a list item begins; 0 when the line starts none. */
export function itemColumn(line: MarkdownLine): number {
  const marker = MARKER.exec(line.body)?.[0]
  if (!marker) return 0
  const after = line.indent + marker.length
  const blanks = /^[ \t]*/.exec(line.body.slice(marker.length))?.[0] ?? ''
  if (marker.length + blanks.length === line.body.length) return after + 1
  const columns = countColumns(blanks, after)
  return after + (columns > CODE_INDENT ? 1 : columns)
}

/** Whether a list item may begin right below a paragraph: it has content and, if numbered, the number 1. */
export function itemInterruptsParagraph(body: string): boolean {
  return /^(?:[-+*]|1[.)])[ \t]+\S/.test(body)
}

/** Whether a line is a thematic break. */
export function isThematicBreak(body: string): boolean {
  const [mark = ''] = body
  if (!'-_*'.includes(mark)) return false
  const bare = body.replace(/[ \t]+/g, '')
  return bare.length >= 3 && bare === mark.repeat(bare.length)
}

/** Whether a line is the row under a table's head. The number of its cells is not compared with the head's. */
export function isDelimiterRow(body: string): boolean {
  if (!body.includes('|') || !/^[|:\- \t]+$/.test(body)) return false
  const inner = body.trim().replace(/^\|/, '').replace(/\|$/, '')
  return inner.split('|').every((cell) => /^:?-+:?$/.test(cell.trim()))
}

/** Reads the start of an HTML block. */
export function readHtmlStart(body: string): HtmlStart | null {
  if (!body.startsWith('<')) return null
  const ended = HTML_ENDS.find(([start]) => start.test(body))
  if (ended) return { close: ended[1], loose: false }
  if (HTML_BLOCK.test(body)) return { close: '', loose: false }
  return HTML_TAG_ALONE.test(body) ? { close: '', loose: true } : null
}
