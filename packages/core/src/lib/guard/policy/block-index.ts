import { closesFence, type FenceMark, readFenceMark } from '../../budget/block-starts.ts'
import { scanMarkdownLines } from '../../budget/markdown-lines.ts'
import type { TextRange } from '../../model/source.ts'

/** Finds the smallest block of a text that holds a range. */
export interface BlockIndex {
  /** From the beginning of the first block that the range touches to the end of the last. */
  around(range: TextRange): TextRange
}

/** A block is a fence with its marks, or lines without a blank line between them. Linear, once per text. */
export function createBlockIndex(text: string): BlockIndex {
  const blocks = readBlocks(text)
  const at = (offset: number): TextRange => {
    let low = 0
    let high = blocks.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((blocks[middle]?.start ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return blocks[low] ?? { start: 0, end: text.length }
  }
  return {
    around({ start, end }) {
      const first = at(start)
      const last = at(Math.max(start, end - 1))
      return { start: Math.min(first.start, start), end: Math.max(last.end, end) }
    },
  }
}

/** Blocks in order, without the blank lines between them. */
function readBlocks(text: string): readonly TextRange[] {
  const blocks: { start: number; end: number }[] = []
  let fence: FenceMark | null = null
  let open = false
  for (const { start, end, body } of scanMarkdownLines(text)) {
    const last = blocks.at(-1)
    const mark: FenceMark | null = fence ? null : readFenceMark(body)
    if (last && (fence || (open && body !== '' && !mark))) last.end = end
    else if (body !== '') blocks.push({ start, end })
    open = body !== ''
    if (mark) fence = mark
    else if (fence && closesFence(body, fence)) {
      fence = null
      open = false
    }
  }
  return blocks
}
