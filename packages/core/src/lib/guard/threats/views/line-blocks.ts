import { BLANK, lineAt, type TextLines } from '../text-lines.ts'

/** A stretch of whole lines. */
export interface LineBlock {
  readonly start: number
  readonly end: number
}

const NEIGHBOURS = 2

/** The lines of ascending offsets with up to two neighbours on each side, not over blank lines; disjoint. */
export function blocksAround(lines: TextLines, offsets: readonly number[]): readonly LineBlock[] {
  const blocks: { first: number; last: number }[] = []
  let lineEnd = -1
  for (const offset of offsets) {
    if (offset <= lineEnd) continue
    const line = lineAt(lines, offset)
    lineEnd = lines.ends[line] ?? offset
    const last = blocks.at(-1)
    const first = reach(lines, line, -1)
    if (last && first <= last.last + 1) last.last = Math.max(last.last, reach(lines, line, 1))
    else blocks.push({ first, last: reach(lines, line, 1) })
  }
  return blocks.map(({ first, last }) => ({
    start: lines.starts[first] ?? 0,
    end: lines.ends[last] ?? 0,
  }))
}

function reach(lines: TextLines, line: number, step: 1 | -1): number {
  let at = line
  for (let count = 0; count < NEIGHBOURS; count++) {
    const next = at + step
    const flags = lines.flags[next]
    if (flags === undefined || (flags & BLANK) !== 0) break
    at = next
  }
  return at
}
