import type { TextRange } from '../model/source.ts'
import { isHighSurrogate, isLowSurrogate } from '../text/surrogates.ts'

/** A tag longer than this is text with a stray bracket. */
const MAX_TAG = 2000
const MAX_ENTITY = 32

/** Made when it is needed: making it takes as long as a composition. */
let graphemes: Intl.Segmenter | undefined

/**
 * Offset up to which `range` can be kept within `maxChars` code points: behind a
 * line when that keeps at least half of what fits, else behind a grapheme; never
 * inside a tag or a character reference. The start of the range when nothing fits.
 */
export function findPrefixEnd(text: string, range: TextRange, maxChars: number): number {
  const limit = advanceChars(text, range, maxChars)
  if (limit >= range.end) return range.end
  const line = lineStartBefore(text, range.start, limit)
  const atLine = line - range.start >= (limit - range.start) / 2
  return moveOutOfTokens(text, range, { at: atLine ? line : limit, side: 'before' })
}

/** Offset from which `range` can be kept within `maxChars` code points; the counterpart of `findPrefixEnd`. */
export function findSuffixStart(text: string, range: TextRange, maxChars: number): number {
  const limit = retreatChars(text, range, maxChars)
  if (limit <= range.start) return range.start
  const line = lineStartAfter(text, limit, range.end)
  const atLine = range.end - line >= (range.end - limit) / 2
  return moveOutOfTokens(text, range, { at: atLine ? line : limit, side: 'after' })
}

function advanceChars(text: string, range: TextRange, maxChars: number): number {
  let at = range.start
  for (let chars = 0; chars < maxChars && at < range.end; chars++) {
    const paired = isHighSurrogate(text.charCodeAt(at)) && isLowSurrogate(text.charCodeAt(at + 1))
    at += paired ? 2 : 1
  }
  return Math.min(at, range.end)
}

function retreatChars(text: string, range: TextRange, maxChars: number): number {
  let at = range.end
  for (let chars = 0; chars < maxChars && at > range.start; chars++) {
    const paired =
      isLowSurrogate(text.charCodeAt(at - 1)) && isHighSurrogate(text.charCodeAt(at - 2))
    at -= paired ? 2 : 1
  }
  return Math.max(at, range.start)
}

function lineStartBefore(text: string, start: number, limit: number): number {
  let at = limit
  while (at > start && !isLineStart(text, at)) at--
  return at
}

function lineStartAfter(text: string, limit: number, end: number): number {
  let at = limit
  while (at < end && !isLineStart(text, at)) at++
  return at
}

function isLineStart(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1)
  return before === 0x0a || (before === 0x0d && text.charCodeAt(at) !== 0x0a)
}

interface CutPoint {
  readonly at: number
  /** Which end of a token that the point splits it moves to. */
  readonly side: 'before' | 'after'
}

function moveOutOfTokens(text: string, range: TextRange, point: CutPoint): number {
  let at = point.at
  for (const find of [findTag, findEntity, findGrapheme]) {
    const token = find(text, range, at)
    if (token) at = point.side === 'before' ? token.start : token.end
  }
  return Math.min(Math.max(at, range.start), range.end)
}

function findTag(text: string, range: TextRange, at: number): TextRange | null {
  const before = text.slice(Math.max(range.start, at - MAX_TAG), at)
  const open = before.lastIndexOf('<')
  if (open < 0 || before.includes('>', open)) return null
  const after = text.slice(at, Math.min(range.end, at + MAX_TAG))
  const close = after.indexOf('>')
  const start = at - before.length + open
  if (close < 0 || !/[A-Za-z/]/.test(text.charAt(start + 1))) return null
  return after.slice(0, close).includes('<') ? null : { start, end: at + close + 1 }
}

function findEntity(text: string, range: TextRange, at: number): TextRange | null {
  const before = text.slice(Math.max(range.start, at - MAX_ENTITY), at)
  const open = /&#?[A-Za-z0-9]*$/.exec(before)
  if (!open) return null
  const close = /^#?[A-Za-z0-9]*;/.exec(text.slice(at, Math.min(range.end, at + MAX_ENTITY)))
  return close ? { start: at - open[0].length, end: at + close[0].length } : null
}

function findGrapheme(text: string, range: TextRange, at: number): TextRange | null {
  if (at <= range.start || at >= range.end || isPlainBorder(text, at)) return null
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  const found = graphemes.segment(text.slice(range.start, range.end)).containing(at - range.start)
  if (!found || found.index === at - range.start) return null
  const start = range.start + found.index
  return { start, end: start + found.segment.length }
}

/** Below U+0300 nothing joins its neighbour but CR and LF (UAX #29). */
function isPlainBorder(text: string, at: number): boolean {
  const [before, after] = [text.charCodeAt(at - 1), text.charCodeAt(at)]
  return before < 0x300 && after < 0x300 && !(before === 0x0d && after === 0x0a)
}
