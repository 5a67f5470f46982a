import { FEWEST_SINGLES, LONGEST_SPACED, SINGLES_APART } from '../reader-notes.ts'
import { lineAt, type TextLines } from '../text-lines.ts'
import type { LineBlock } from './line-blocks.ts'
import type { ReadView } from './read-view.ts'
import { type TextView, ViewBuilder } from './text-view.ts'

/** One character and white space or a mark, again and again; the longer gaps part words. */
const SPACED =
  /(?:^|[\s"'`(>*])((?:[^\s](?:[ \u00a0\t]{1,8}|[.\-_*|·•]))(?:[^\s](?:[ \u00a0\t]{1,8}|[.\-_*|·•])){4,400}[^\s]?)/gm

/** Text written letter by letter (`i g n o r e`), put together again. */
export function spacedLettersView({ view, notes, lines }: ReadView): TextView | undefined {
  if (!hasRun(notes.single)) return undefined
  const builder = new ViewBuilder(view)
  for (const match of view.text.matchAll(SPACED)) {
    const run = match[1] ?? ''
    join(run, match.index + match[0].length - run.length, builder)
    builder.add('\n', match.index)
  }
  for (const { start, end } of linesOf(notes.single, lines)) {
    joinLine(view.text.slice(start, end), start, builder)
  }
  return builder.finish('spaced')
}

const PAIR = /[\p{L}\p{N}](?=[\p{L}\p{N}])/gu
const SINGLE_GAP = /[\p{L}\p{N}][ \u00a0](?=[\p{L}\p{N}])/gu

/** The lines that hold enough of the ascending offsets of single letters. */
function linesOf(offsets: readonly number[], lines: TextLines): readonly LineBlock[] {
  const found: LineBlock[] = []
  for (let at = 0; at < offsets.length; ) {
    const line = lineAt(lines, offsets[at] ?? 0)
    const end = lines.ends[line] ?? 0
    const first = at
    while (at < offsets.length && (offsets[at] ?? 0) <= end) at++
    if (at - first >= FEWEST_SINGLES) found.push({ start: lines.starts[line] ?? 0, end })
    at = Math.max(at, first + 1)
  }
  return found
}

/** Joins a line in which hardly two letters touch: one space parts letters there, more part words. */
function joinLine(line: string, start: number, builder: ViewBuilder): void {
  if (line.length > LONGEST_SPACED || !/\S[ \u00a0]{2,}\S/.test(line)) return
  const gaps = line.match(SINGLE_GAP)?.length ?? 0
  if (gaps < FEWEST_SINGLES || (line.match(PAIR)?.length ?? 0) * 4 > gaps) return
  let at = 0
  for (const { 0: gap, index } of line.matchAll(/[ \u00a0]+/g)) {
    builder.addAligned(line.slice(at, index), start + at)
    at = index + gap.length
    const inWord =
      gap.length === 1 && /^[\p{L}\p{N}].[\p{L}\p{N}]/u.test(line.slice(index - 1, index + 2))
    if (!inWord) builder.add(' ', start + index)
  }
  builder.addAligned(line.slice(at), start + at)
  builder.add('\n', start + at)
}

/** Whether single letters follow one another closely somewhere. */
function hasRun(offsets: readonly number[]): boolean {
  let length = 1
  for (let at = 1; at < offsets.length; at++) {
    const close = (offsets[at] ?? 0) - (offsets[at - 1] ?? 0) <= SINGLES_APART
    length = close ? length + 1 : 1
    if (length >= FEWEST_SINGLES) return true
  }
  return false
}

function join(run: string, start: number, builder: ViewBuilder): void {
  const gaps = run.match(/[ \u00a0\t]+/g) ?? []
  const marks = run.match(/[^\s][.\-_*|·•](?=[^\s])/g)?.length ?? 0
  const usual = marks > gaps.length ? 0 : Math.min(...gaps.map((gap) => gap.length))
  let at = 0
  while (at < run.length) {
    const gap = /^[ \u00a0\t]+/.exec(run.slice(at, at + 10))?.[0]
    if (gap !== undefined) {
      if (gap.length > usual) builder.add(' ', start + at)
      at += gap.length
    } else {
      builder.add(run.charAt(at), start + at)
      at += usual === 0 && /[.\-_*|·•]/.test(run.charAt(at + 1)) ? 2 : 1
    }
  }
}
