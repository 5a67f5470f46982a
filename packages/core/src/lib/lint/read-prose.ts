import {
  CODE_INDENT,
  closesFence,
  type FenceMark,
  isThematicBreak,
  readAtxHeading,
  readFenceMark,
} from '../budget/block-starts.ts'
import { type MarkdownLine, scanMarkdownLines } from '../budget/markdown-lines.ts'
import type { SourceDocument } from '../model/source.ts'

/** What a line of prose is. `item` begins a list item; `break` is a blank line, a rule, or code. */
export type ProseKind = 'text' | 'item' | 'heading' | 'table' | 'comment' | 'break'

/** One line of a document that is not code. */
export interface ProseLine {
  readonly kind: ProseKind
  /** Without list markers, quote marks and heading marks. */
  readonly text: string
  /** Offset of `text` in the text of the document, in UTF-16 units. */
  readonly start: number
  /** It stands in a block quote. */
  readonly quoted: boolean
}

const ITEM = /^(?:[-+*]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/
const QUOTE = /^(?:>[ \t]?)+/

/**
 * Reads the lines of a body that a person wrote as sentences, in order. Fenced
 * and indented code are left out; a run of them is one `break`. Linear.
 */
export function readProse(document: SourceDocument): readonly ProseLine[] {
  const { start, end } = document.body
  const body = document.text.slice(start, end)
  const reader = createReader(start)
  for (const line of scanMarkdownLines(body)) reader.read(line, body)
  return reader.lines
}

interface ProseReader {
  readonly lines: ProseLine[]
  read(line: MarkdownLine, body: string): void
}

function createReader(offset: number): ProseReader {
  const lines: ProseLine[] = []
  const isCode = createCodeReader()
  let comment = false
  let inList = false
  const add = (kind: ProseKind, { text, start, quoted }: Inner): void => {
    if (kind !== 'break') lines.push({ kind, text, start, quoted })
    else if (lines.at(-1)?.kind !== 'break') lines.push({ kind, text: '', start, quoted })
  }
  return {
    lines,
    read(line, body) {
      const inner = stripContainers(line, body, offset)
      if (!comment && isCode(line, inner, inList)) return add('break', inner)
      if (comment || inner.text.startsWith('<!--')) {
        comment = !inner.text.includes('-->')
        return add('comment', inner)
      }
      const kind = kindOf(inner)
      inList = kind === 'item' || (inList && (line.indent > 0 || kind === 'break'))
      add(kind, kind === 'heading' ? withoutMarks(inner) : inner)
    },
  }
}

/** Says of each line in turn whether it belongs to a fence or to indented code. */
function createCodeReader(): (line: MarkdownLine, inner: Inner, inList: boolean) => boolean {
  let fence: FenceMark | null = null
  let afterBreak = true
  return (line, { text }, inList) => {
    if (fence) {
      if (closesFence(text, fence)) fence = null
      return true
    }
    fence = readFenceMark(text)
    if (fence) return true
    const isIndented = !inList && line.indent >= CODE_INDENT && afterBreak
    afterBreak = isIndented || text === ''
    return isIndented
  }
}

function withoutMarks(inner: Inner): Inner {
  const marks = /^#+[ \t]*/.exec(inner.text)?.[0].length ?? 0
  return { ...inner, text: inner.text.slice(marks), start: inner.start + marks }
}

interface Inner {
  readonly text: string
  readonly start: number
  readonly quoted: boolean
  readonly item: boolean
}

function stripContainers(line: MarkdownLine, body: string, offset: number): Inner {
  const at = line.body === '' ? line.start : body.indexOf(line.body, line.start)
  const quote = QUOTE.exec(line.body)?.[0] ?? ''
  let marks = quote.length
  let item = false
  for (;;) {
    const marker = ITEM.exec(line.body.slice(marks))
    if (!marker) break
    item = true
    marks += marker[0].length
  }
  return {
    text: line.body.slice(marks),
    start: offset + at + marks,
    quoted: quote !== '',
    item,
  }
}

function kindOf({ text, item }: Inner): ProseKind {
  if (text === '' || isThematicBreak(text)) return 'break'
  if (item) return 'item'
  if (readAtxHeading(text)) return 'heading'
  return text.startsWith('|') ? 'table' : 'text'
}
