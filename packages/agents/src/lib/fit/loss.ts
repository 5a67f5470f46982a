import { type Block, createLineIndex, scanBlocks } from '@onesoul/core'

/** Something that an agent does not pass on to its model. */
export interface Loss {
  /** As people write it: relative to the root of the work tree, or with `~` in front. */
  readonly path: string
  /** 1-based line of the first word that is lost. */
  readonly line: number
  /** The heading above it; `null`: none. For a skill, its name. */
  readonly heading: string | null
  /** The first sentence that does not arrive whole; empty when there is none. */
  readonly sentence: string
  /** How much is lost, in the unit of the limit. */
  readonly amount: number
  /** Nothing of the file arrives. */
  readonly whole: boolean
  /** One phrase. */
  readonly reason: string
}

export type LostPlace = Pick<Loss, 'line' | 'heading' | 'sentence'>

/** Code points of an excerpt. */
const MAX_EXCERPT = 160

/** What stands in a Markdown text from an offset on: its line, the heading above it, the sentence that it breaks. */
export function describePlace(text: string, offset: number): LostPlace {
  const blocks = scanBlocks(text)
  const first = blocks.find(
    ({ kind, end }) => end > offset && !['blank', 'heading', 'rule'].includes(kind),
  )
  const sentence = first
    ? sentenceAt(text.slice(first.start, first.end), offset - first.start, bordersOf(first))
    : null
  const at = first && sentence ? first.start + sentence.start : offset
  const heading = blocks.findLast(({ kind, start }) => kind === 'heading' && start <= at)
  return {
    line: Math.max(1, createLineIndex(text).position(Math.max(at, offset)).line),
    heading: heading?.heading?.text ?? null,
    sentence: excerpt(sentence?.text ?? ''),
  }
}

/** A sentence ends at its mark, a line that starts a list item, or a blank line. */
const BORDER =
  /(?<=[.!?]["')\]]*)\s+|(?<=[。！？])|\n(?=[ \t]*(?:[-*+]|\d+[.)]|\|)[ \t])|\n[ \t]*\n/g

/** Where words are no sentences, a line is the piece. */
function bordersOf({ kind }: Block): RegExp {
  return ['fence', 'code', 'table', 'html'].includes(kind) ? /\n/g : BORDER
}

interface Sentence {
  readonly start: number
  readonly text: string
}

/** The first sentence that ends behind the offset. */
function sentenceAt(block: string, offset: number, borders: RegExp): Sentence | null {
  let start = 0
  for (const border of [...block.matchAll(borders), null]) {
    const end = border?.index ?? block.length
    const text = block.slice(start, end)
    if (end > offset && text.trim() !== '') return { start: start + leading(text), text }
    if (border) start = border.index + border[0].length
  }
  return null
}

function leading(text: string): number {
  return text.length - text.trimStart().length
}

function excerpt(text: string): string {
  const plain = text
    .replace(/^\s*(?:[-*+]|\d+[.)]|>)\s+/, '')
    .replace(/\s+/g, ' ')
    .trim()
  const points = [...plain]
  return points.length > MAX_EXCERPT ? `${points.slice(0, MAX_EXCERPT - 1).join('')}…` : plain
}
