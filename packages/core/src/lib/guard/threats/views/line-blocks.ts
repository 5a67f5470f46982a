import { BLANK, lineAt, type TextLines } from '../text-lines.ts'

/** A stretch of whole lines. */
export interface LineBlock {
  readonly start: number
  readonly end: number
}

const NEIGHBOURS = 2
const LONG_LINE = 2_000
const NEAR = 500

/**
 * The lines of ascending offsets with up to two neighbours on each side, not over
 * blank lines; of a long line only what is near. Disjoint.
 */
export function blocksAround(lines: TextLines, offsets: readonly number[]): readonly LineBlock[] {
  const blocks: { start: number; end: number }[] = []
  let seen = -1
  for (const offset of offsets) {
    if (offset <= seen) continue
    const { start, end, known } = blockAt(lines, offset)
    seen = known
    const last = blocks.at(-1)
    if (last && start <= last.end + 1) last.end = Math.max(last.end, end)
    else blocks.push({ start, end })
  }
  return blocks
}

/** Up to where further offsets of a line add nothing to the block around one of its offsets. */
export function coveredFrom(offset: number, line: LineBlock): number {
  return line.end - line.start > LONG_LINE ? offset + NEAR / 2 : line.end
}

/** The block around one offset, and up to where further offsets add nothing. */
function blockAt(lines: TextLines, offset: number): LineBlock & { readonly known: number } {
  const line = lineAt(lines, offset)
  const lineStart = lines.starts[line] ?? 0
  const lineEnd = lines.ends[line] ?? offset
  if (lineEnd - lineStart > LONG_LINE) {
    const end = Math.min(lineEnd, offset + NEAR)
    const known = coveredFrom(offset, { start: lineStart, end: lineEnd })
    return { start: Math.max(lineStart, offset - NEAR), end, known }
  }
  const start = lines.starts[reach(lines, line, -1)] ?? lineStart
  const end = lines.ends[reach(lines, line, 1)] ?? lineEnd
  return { start, end, known: lineEnd }
}

function reach(lines: TextLines, line: number, step: 1 | -1): number {
  let at = line
  for (let count = 0; count < NEIGHBOURS; count++) {
    const next = at + step
    const flags = lines.flags[next]
    if (flags === undefined || (flags & BLANK) !== 0) break
    if ((lines.ends[next] ?? 0) - (lines.starts[next] ?? 0) > LONG_LINE) break
    at = next
  }
  return at
}
