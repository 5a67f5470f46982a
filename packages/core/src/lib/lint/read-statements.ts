import type { SourceDocument } from '../model/source.ts'
import { type ProseLine, readProse } from './read-prose.ts'

/** One sentence of a document, the unit that the rules judge. */
export interface Statement {
  readonly document: SourceDocument
  /** On one line: line ends are blanks, so that offsets in it are those of the document less `start`. */
  readonly text: string
  readonly start: number
  /** It stands in a block quote. */
  readonly quoted: boolean
  /** The heading above it and the sentence that introduces its list; empty when there are none. */
  readonly context: string
}

/** The end of a sentence: its mark, closing quotes and brackets, and then anything but a small letter. */
const SENTENCE_END = /[.!?]+["')\]’”*_]*(?=\s+[^a-z\s])|[。！？；]+[”’」』）]*|;(?=\s)/g

export interface StatementOptions {
  /** Only sentences of paragraphs and list items of which this is true. Default: all. */
  readonly holding?: (text: string) => boolean
}

/** Reads the sentences of a body: list items, paragraphs; no headings, tables, comments or code. */
export function readStatements(
  document: SourceDocument,
  { holding }: StatementOptions = {},
): readonly Statement[] {
  const statements: Statement[] = []
  let heading = ''
  let intro = ''
  let open: Paragraph | null = null
  const flush = (): void => {
    if (!open) return
    if (!holding || holding(open.text)) {
      const context = `${heading}\n${intro}`
      for (const sentence of splitSentences(open)) {
        statements.push({ document, ...sentence, quoted: open.quoted, context })
      }
    }
    const isIntro = /[:：]\s*[*_]*$/.test(open.text)
    if (isIntro) intro = open.text
    else if (!open.item) intro = ''
    open = null
  }
  for (const line of readProse(document)) {
    if (open && line.kind === 'text' && line.quoted === open.quoted) {
      open = extend(open, line)
      continue
    }
    flush()
    if (line.kind === 'heading') {
      heading = line.text
      intro = ''
    } else if (line.kind === 'text' || line.kind === 'item') open = begin(line)
  }
  flush()
  return statements
}

interface Paragraph {
  readonly text: string
  readonly start: number
  readonly quoted: boolean
  readonly item: boolean
}

function begin({ text, start, quoted, kind }: ProseLine): Paragraph {
  return { text, start, quoted, item: kind === 'item' }
}

function extend(open: Paragraph, line: ProseLine): Paragraph {
  const gap = line.start - open.start - open.text.length
  return { ...open, text: open.text + ' '.repeat(gap) + line.text }
}

function splitSentences(paragraph: Paragraph): readonly { text: string; start: number }[] {
  const sentences: { text: string; start: number }[] = []
  const push = (from: number, to: number): void => {
    const raw = paragraph.text.slice(from, to)
    const text = raw.trim()
    if (text === '') return
    const indent = raw.length - raw.trimStart().length
    sentences.push({ text, start: paragraph.start + from + indent })
  }
  let from = 0
  for (const match of paragraph.text.matchAll(SENTENCE_END)) {
    const to = match.index + match[0].length
    push(from, to)
    from = to
  }
  push(from, paragraph.text.length)
  return sentences
}

/** A sentence as a person hears it: without the marks of emphasis, code and links. */
export function plainText(text: string): string {
  if (!/[*_`~[]/.test(text)) return text
  return text
    .replace(/\[([^\]\n]{0,200})\]\([^)\n]{0,400}\)/g, '$1')
    .replace(/\*\*|__|~~|`/g, '')
    .replace(/(^|[\s(])[*_](?=\S)|(?<=\S)[*_](?=$|[\s).,:;!?])/g, '$1')
}
