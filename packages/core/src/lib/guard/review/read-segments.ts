import { closesFence, type FenceMark, readFenceMark } from '../../budget/block-starts.ts'
import { type MarkdownLine, scanMarkdownLines } from '../../budget/markdown-lines.ts'
import type { Segment } from './segment.ts'
import { collapse, type Paragraph, splitParagraph } from './split-paragraph.ts'

/** What a text is read as: sentences and blocks, or line by line. */
export type SegmentStyle = 'markdown' | 'code'

/**
 * Splits a text into segments, every character that is no white space or mark in
 * one of them. How lines are broken inside a paragraph makes no difference. Linear.
 */
export function readSegments(text: string, style: SegmentStyle): readonly Segment[] {
  const lines = scanMarkdownLines(text)
  if (style === 'code') return lines.flatMap((line) => codeSegment(line, '', text))
  const reader = createReader(text)
  const body = frontmatterEnd(lines)
  for (const [index, line] of lines.entries()) {
    if (index >= body) reader.read(line)
    else if (index > 0 && index < body - 1) reader.add('frontmatter', line)
  }
  reader.flush()
  return reader.segments
}

/** How many lines the frontmatter has with its marks; 0 without one. */
function frontmatterEnd(lines: readonly MarkdownLine[]): number {
  if (!/^\ufeff?---[ \t]*$/.test(lines[0]?.body ?? '')) return 0
  const close = lines.findIndex(
    ({ body }, index) => index > 0 && /^(?:---|\.\.\.)[ \t]*$/.test(body),
  )
  return close + 1
}

interface Reader {
  readonly segments: Segment[]
  add(kind: Segment['kind'], line: MarkdownLine): void
  read(line: MarkdownLine): void
  flush(): void
}

const QUOTE = /^(?:>[ \t]?)+/
const ITEM = /^(?:[-+*]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/
const HEADING = /^#{1,6}(?:[ \t]+|$)/
const MARK_ONLY = /^(?:[-*_=|: \t]+|(?:-->|<!--)[ \t]*)?$/

function createReader(text: string): Reader {
  const segments: Segment[] = []
  let open: Paragraph | null = null
  let fence: (FenceMark & { readonly language: string }) | null = null
  let comment = false
  const flush = (): void => {
    for (const segment of open ? splitParagraph(open) : []) segments.push(segment)
    open = null
  }
  const append = (kind: Segment['kind'], inner: Inner): void => {
    if (inner.begins || open?.kind !== kind) flush()
    open ??= { kind, lines: [] }
    open.lines.push(inner)
    if (inner.ends) flush()
  }
  const opensFence = (line: MarkdownLine, inner: Inner): boolean => {
    const mark = readFenceMark(inner.text)
    if (!mark) return false
    flush()
    const language = inner.text.slice(mark.length).trim().toLowerCase()
    if (language !== '') segments.push(...codeSegment(line, language, text))
    fence = { ...mark, language }
    return true
  }
  return {
    segments,
    flush,
    add(kind, line) {
      flush()
      if (!MARK_ONLY.test(line.body)) append(kind, innerOf(line, text))
      flush()
    },
    read(line) {
      const inner = innerOf(line, text)
      if (fence) {
        if (closesFence(inner.text, fence)) fence = null
        else segments.push(...codeSegment(line, fence.language, text))
        return
      }
      if (!comment && opensFence(line, inner)) return
      const within = comment || inner.text.startsWith('<!--')
      if (within) comment = !inner.text.includes('-->')
      if (MARK_ONLY.test(inner.text)) return flush()
      append(within ? 'comment' : inner.quoted ? 'quote' : 'prose', inner)
    },
  }
}

interface Inner {
  readonly text: string
  readonly start: number
  readonly quoted: boolean
  /** It belongs to no paragraph above it, or to none below. */
  readonly begins: boolean
  readonly ends: boolean
}

function innerOf(line: MarkdownLine, text: string): Inner {
  let at = bodyStart(line, text)
  let rest = line.body
  const strip = (mark: RegExp): boolean => {
    const found = mark.exec(rest)?.[0] ?? ''
    rest = rest.slice(found.length)
    at += found.length
    return found !== ''
  }
  const quoted = strip(QUOTE)
  let item = false
  while (strip(ITEM)) item = true
  const alone = strip(HEADING) || rest.startsWith('|')
  return { text: rest, start: at, quoted, begins: item || alone, ends: alone }
}

function codeSegment(line: MarkdownLine, language: string, text: string): readonly Segment[] {
  const shown = collapse(line.body)
  if (shown === '') return []
  const start = bodyStart(line, text)
  return [{ kind: 'code', text: shown, start, end: start + line.body.length, language }]
}

function bodyStart(line: MarkdownLine, text: string): number {
  return text.indexOf(line.body, line.start)
}
