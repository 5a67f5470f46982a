import { BLANK, lineAt, type TextLines } from '../text-lines.ts'
import { blocksAround, type LineBlock } from './line-blocks.ts'
import type { ReadView } from './read-view.ts'
import { type TextView, ViewBuilder } from './text-view.ts'

/** `A = "…"`, `part1: …`, `- B: …`: a short name and a part of a text. */
const PART =
  /(?:^|[\n;,(*-])[ \t]{0,4}(?:let |const |var |set )?(?:[a-z]|(?:part|frag\w{0,5}|chunk|piece|seg\w{0,4}|str|step|p|s|x|v|var|msg|line)[ _-]?[a-z0-9])[ \t]{0,2}(?::=|[:=])[ \t]{0,2}(["'“`]?)([^"'”`;\n]{2,200})/gi
const CONCATENATED = /["'`][ \t]{0,3}(?:\+|\.\.|\.|,)?[ \t]{0,3}\r?\n?[ \t]{0,12}["'`]/g
/** Begins with the plus sign, which few texts hold: then a text is passed at once. */
const PLUS = /\+(?<=[a-z ]["'`]\s?\+)\s?["'`\n]/gi
const QUOTED_PART = /["'`“‘]([^"'`”’\n]{2,200})["'`”’]/g
const NEAR = 500
const APART = 400
/** Texts that are given in parts, put together: values of short names that follow one another, quoted parts, strings that are concatenated. */
export function joinedPartsViews(read: ReadView): readonly (TextView | undefined)[] {
  const { view } = read
  const told = read.ciphers.get('parts') ?? []
  const assembled = new ViewBuilder(view)
  if (told.length > 0) {
    addParts(view.text, assembled)
    addQuoted(read, told, assembled)
  }
  const found = new ViewBuilder(view)
  addConcatenated(read, found)
  const parts = assembled.finish('parts')
  return [parts && { ...parts, assembled: true }, found.finish('parts')]
}

interface Part {
  readonly text: string
  readonly offset: number
}

function addParts(text: string, builder: ViewBuilder): void {
  let parts: Part[] = []
  let end = 0
  for (const match of text.matchAll(PART)) {
    if (match.index - end > APART) {
      addJoined(parts, builder)
      parts = []
    }
    const part = match[2] ?? ''
    end = match.index + match[0].length
    parts.push({ text: part, offset: end - part.length })
  }
  addJoined(parts, builder)
}

/** Once without and once with a space between the parts. */
function addJoined(parts: readonly Part[], builder: ViewBuilder): void {
  if (parts.length < 2) return
  for (const gap of ['', ' ']) {
    for (const { text, offset } of parts) {
      builder.addAligned(gap === '' ? text : text.trim(), offset)
      if (gap !== '') builder.add(gap, offset)
    }
    builder.add('\n\n', parts[0]?.offset ?? 0)
  }
}

/** Quoted parts in a paragraph with a word that tells to put parts together. */
function addQuoted(
  { view: { text }, lines }: ReadView,
  told: readonly number[],
  builder: ViewBuilder,
): void {
  let done = 0
  for (const index of told) {
    if (index < done) continue
    const paragraph = paragraphAround(lines, index)
    const start = Math.max(done, index - NEAR, paragraph.start)
    done = Math.min(index + NEAR, paragraph.end)
    const parts = Array.from(text.slice(start, done).matchAll(QUOTED_PART), (match) => ({
      text: match[1] ?? '',
      offset: start + match.index + 1,
    }))
    addJoined(parts, builder)
  }
}

/** The lines around an offset that no blank line parts from it, as far as is looked. */
function paragraphAround(lines: TextLines, index: number): LineBlock {
  const isWithin = (line: number): boolean => ((lines.flags[line] ?? BLANK) & BLANK) === 0
  let first = lineAt(lines, index)
  let last = first
  while (isWithin(first - 1) && index - (lines.starts[first] ?? 0) < NEAR) first--
  while (isWithin(last + 1) && (lines.ends[last] ?? 0) - index < NEAR) last++
  return { start: lines.starts[first] ?? 0, end: lines.ends[last] ?? index }
}

function addConcatenated({ view, lines }: ReadView, builder: ViewBuilder): void {
  const offsets = Array.from(view.text.matchAll(PLUS), (match) => match.index)
  for (const { start, end } of blocksAround(lines, offsets)) {
    const block = view.text.slice(start, end)
    let at = 0
    for (const match of block.matchAll(CONCATENATED)) {
      builder.addAligned(block.slice(at, match.index), start + at)
      at = match.index + match[0].length
    }
    builder.addAligned(block.slice(at), start + at)
    builder.add('\n\n', start)
  }
}
