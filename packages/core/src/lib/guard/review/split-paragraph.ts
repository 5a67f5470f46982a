import type { Segment } from './segment.ts'

/** Lines that belong together, without what marks them. */
export interface Paragraph {
  readonly kind: Segment['kind']
  readonly lines: { readonly text: string; readonly start: number }[]
}

/** A line with its white space collapsed. */
export function collapse(text: string): string {
  return text
    .split(/[ \t]+/)
    .join(' ')
    .trim()
}

/** A line of a joined paragraph: where it stands in it and in the text. */
interface PlacedLine {
  readonly from: number
  readonly to: number
  readonly start: number
  readonly end: number
}

/** The sentences of a paragraph, however its lines are broken. */
export function splitParagraph({ kind, lines }: Paragraph): readonly Segment[] {
  const texts = lines.map((line) => collapse(line.text))
  let length = 0
  const placed = lines.map((line, index): PlacedLine => {
    const from = length
    const to = from + (texts[index]?.length ?? 0)
    length = to + 1
    return { from, to, start: line.start, end: line.start + line.text.length }
  })
  let first = 0
  const joined = texts.join(' ')
  return sentenceRanges(joined).map(([from, to]) => {
    while ((placed[first]?.to ?? to) <= from) first++
    let last = first
    while ((placed[last]?.to ?? to) < to) last++
    const start = offsetIn(placed[first], from)
    const end = offsetIn(placed[last], to)
    return { kind, text: joined.slice(from, to), start, end, language: '' }
  })
}

/** White space inside the line was collapsed: the offset may lie a few blanks early, never on another line. */
function offsetIn(line: PlacedLine | undefined, at: number): number {
  if (!line) return 0
  return at === line.to ? line.end : line.start + at - line.from
}

const WESTERN_END = '.!?'
const EASTERN_END = '。！？；'
const CLOSERS = '"\')]’”*_»」』）'

/** The sentences of a text on one line; every part that is no blank belongs to one. Linear. */
function sentenceRanges(text: string): readonly (readonly [from: number, to: number])[] {
  const ranges: [number, number][] = []
  let from = 0
  const push = (to: number): void => {
    const skipped = text.charAt(from) === ' ' ? from + 1 : from
    if (to > skipped) ranges.push([skipped, to])
    from = to
  }
  let at = 0
  while (at < text.length) {
    const mark = text.charAt(at)
    const eastern = EASTERN_END.includes(mark)
    if (!eastern && !WESTERN_END.includes(mark)) {
      at++
      continue
    }
    do at++
    while (at < text.length && (WESTERN_END + CLOSERS).includes(text.charAt(at)))
    if (eastern || (text.charAt(at) === ' ' && !/[a-z]/.test(text.charAt(at + 1)))) push(at)
  }
  push(text.length)
  return ranges
}
