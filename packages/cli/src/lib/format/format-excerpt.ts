import type { Excerpt } from '@onesoul/sources'
import { displayWidth } from './columns.ts'
import { showHidden, showHiddenPart } from './show-hidden.ts'

const BEFORE = 40
const WITHIN = 70
const BEHIND = 40

/** A piece of a line as people read it, and a line with carets below the found words. */
export function formatExcerpt(excerpt: Excerpt): {
  readonly line: string
  readonly carets: string
} {
  const { text, start, end, cut, goesOn } = excerpt
  const before = lastPart(text.slice(0, start).trimStart(), cut.before)
  const within = showHiddenPart(text.slice(start, end), WITHIN)
  const rest = text.slice(end)
  const behind = within.endsWith('…') ? '' : showHiddenPart(rest, BEHIND)
  const more = cut.behind && !behind.endsWith('…') && !within.endsWith('…') ? '…' : ''
  const width = Math.max(1, displayWidth(within))
  return {
    line: before + within + behind + more,
    carets: ' '.repeat(displayWidth(before)) + '^'.repeat(width) + (goesOn ? ' …' : ''),
  }
}

/** The end of what stands before the found words. */
function lastPart(text: string, cut: boolean): string {
  const characters = Array.from(text)
  const kept = characters.slice(-BEFORE)
  const isWhole = kept.length === characters.length && !cut
  return (isWhole ? '' : '…') + showHidden(kept.join(''))
}
