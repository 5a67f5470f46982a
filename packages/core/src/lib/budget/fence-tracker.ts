import type { TextRange } from '../model/source.ts'
import { closesFence, type FenceMark, readFenceMark } from './block-starts.ts'
import type { MarkdownLine } from './markdown-lines.ts'

/** A range that stays open when it is cut inside: a fence, also one nested in a list item or quote, or an HTML comment. */
export interface Enclosure extends TextRange {
  /** Up to here a cut keeps nothing worth having: behind the opening line of a fence, the start otherwise. */
  readonly contentStart: number
  /** The line that closes it, with the indentation and quote marks that it needs, without a line end. */
  readonly close: string
  /** False when the text ends, or its container ends, before it is closed. */
  readonly closed: boolean
}

/** Follows fences through the lines of one block. */
export interface FenceTracker {
  /** Reads one line: `inner` is its text without the marks of its containers. */
  read(line: MarkdownLine, inner: string): void
  /** What opened the fence that the next line belongs to; `null` outside fences. */
  openMark(): FenceMark | null
  /** All fences; one that is still open ends with the last line read. */
  finish(): readonly Enclosure[]
}

/** Starts following fences at the first line of a block. */
export function trackFences(): FenceTracker {
  const found: Enclosure[] = []
  let open: { mark: FenceMark; start: number; contentStart: number; close: string } | null = null
  let end = 0
  const push = (closed: boolean): void => {
    if (!open) return
    const { start, contentStart, close } = open
    found.push({ start, end, contentStart, close, closed })
    open = null
  }
  return {
    read(line, inner) {
      end = line.end
      if (open) {
        if (closesFence(inner, open.mark)) push(true)
        return
      }
      const mark = readFenceMark(inner)
      if (!mark) return
      const marks = line.body.slice(0, line.body.length - inner.length).replace(/[^> ]/g, ' ')
      const close = ' '.repeat(line.indent) + marks + mark.char.repeat(mark.length)
      open = { mark, start: line.start, contentStart: line.end, close }
    },
    openMark: () => open?.mark ?? null,
    finish() {
      push(false)
      return found
    },
  }
}
