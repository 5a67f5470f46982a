import type { Heading } from './block-starts.ts'
import type { Enclosure } from './fence-tracker.ts'
import type { MarkdownLine } from './markdown-lines.ts'

/** What a top-level block of Markdown is. */
export type BlockKind =
  | 'blank'
  | 'heading'
  | 'paragraph'
  | 'fence'
  | 'code'
  | 'table'
  | 'list-item'
  | 'quote'
  | 'html'
  | 'rule'

/** A block as its reader reports it: up to which line it goes. */
export interface FoundBlock {
  readonly kind: BlockKind
  /** Index of the first line behind the block. */
  readonly next: number
  readonly heading?: Heading
  readonly enclosures?: readonly Enclosure[]
}

/** The lines of a whole text. */
export type Lines = readonly MarkdownLine[]

/** Index of the first line from `at` on that is not blank. */
export function skipBlank(lines: Lines, at: number): number {
  let next = at
  while (next < lines.length && lines[next]?.body === '') next++
  return next
}

/** Index behind the lines indented by at least `column` and the blank lines between them. */
export function skipIndented(lines: Lines, at: number, column: number): number {
  let next = at
  for (;;) {
    const line = lines[next]
    if (line?.body === '') {
      const after = skipBlank(lines, next)
      if ((lines[after]?.indent ?? -1) < column) return next
      next = after
    } else if (line && line.indent >= column) next++
    else return next
  }
}
