import { findInvisible, type HiddenText } from './find-hidden-text.ts'
import { FENCED, lineAt, type TextLines } from './text-lines.ts'
import type { ThreatRule } from './threat-rule.ts'
import { ESCAPE, meaningOf } from './views/escapes.ts'

export interface EscapedHiddenOptions {
  readonly lines: TextLines
  /** Ascending offsets at which an escape may begin. */
  readonly escapes: readonly number[]
  readonly code: boolean
}

/** Characters that show nothing, but for the controls of ASCII. */
const UNSEEN = /(?![\p{Cc}])[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u
const LETTER = /[\p{L}\p{N}]/u
/** So many in a row are no mention of one. */
const ROW = 4
/** In code such characters in a row are what a filter is made of; a message is longer. */
const ROW_IN_CODE = 13

/**
 * Finds characters that hide or reorder text, written as HTML entities, `\u`
 * escapes or percent signs: who renders, parses or decodes the text has them in it.
 * In prose each counts as it would by itself, entities wherever they stand, the
 * others at a letter; in code, which documents and filters such characters, only
 * runs that are long enough for a message. Linear.
 */
export function findEscapedHidden(
  text: string,
  options: EscapedHiddenOptions,
): readonly HiddenText[] {
  const found = escapedIn(text, options)
  // Halves of a pair are two escapes, and nothing by themselves.
  if (!UNSEEN.test(found.map(({ meaning }) => meaning).join(''))) return []
  const decoded = decode(text, found)
  return findInvisible(decoded.text, options.code ? 1 : 3).flatMap((hidden) => {
    const escapes = decoded.escapesIn(hidden.start, hidden.end)
    const [first, last] = [escapes[0], escapes.at(-1)]
    if (!first || !last || !counts(text, escapes, options)) return []
    const rule: ThreatRule = { ...hidden.rule, counts: [] }
    return [{ ...hidden, rule, start: first.start, end: last.end, decoded: spell(hidden, escapes) }]
  })
}

interface Escaped {
  readonly start: number
  readonly end: number
  readonly meaning: string
}

/** The escapes that stand for anything but ASCII. */
function escapedIn(text: string, { escapes }: EscapedHiddenOptions): readonly Escaped[] {
  const pattern = new RegExp(ESCAPE.source, 'giy')
  const found: Escaped[] = []
  let done = 0
  for (const offset of escapes) {
    if (offset < done || !mayBeUnseen(text, offset)) continue
    pattern.lastIndex = offset
    const match = pattern.exec(text)
    const meaning = match ? meaningOf(match) : ''
    if (!match || !/[^\0-\x7f]/.test(meaning)) continue
    done = offset + match[0].length
    found.push({ start: offset, end: done, meaning })
  }
  return found
}

/** Whether an escape could stand for more than ASCII; most percent signs cannot. */
function mayBeUnseen(text: string, offset: number): boolean {
  return text.charAt(offset) !== '%' || /[c-f]/i.test(text.charAt(offset + 1))
}

interface Decoded {
  readonly text: string
  /** The escapes that a stretch of the decoded text comes from. */
  readonly escapesIn: (start: number, end: number) => readonly Escaped[]
}

function decode(text: string, found: readonly Escaped[]): Decoded {
  const parts: string[] = []
  const places: { readonly start: number; readonly end: number; readonly escaped: Escaped }[] = []
  let at = 0
  let length = 0
  for (const escaped of found) {
    const before = text.slice(at, escaped.start)
    parts.push(before, escaped.meaning)
    const start = length + before.length
    length = start + escaped.meaning.length
    places.push({ start, end: length, escaped })
    at = escaped.end
  }
  parts.push(text.slice(at))
  return {
    text: parts.join(''),
    escapesIn(start, end) {
      const inside: Escaped[] = []
      for (let index = firstBehind(places, start); index < places.length; index++) {
        const place = places[index]
        if (!place || place.start >= end) break
        inside.push(place.escaped)
      }
      return inside
    },
  }
}

/** The first of ascending stretches that ends behind an offset. */
function firstBehind(places: readonly { readonly end: number }[], offset: number): number {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle]?.end ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return low
}

/** Whether the escapes are more than a mention of what they stand for. */
function counts(
  text: string,
  escapes: readonly Escaped[],
  { lines, code }: EscapedHiddenOptions,
): boolean {
  const [first, last] = [escapes[0], escapes.at(-1)]
  if (!first || !last) return false
  const fenced = ((lines.flags[lineAt(lines, first.start)] ?? 0) & FENCED) !== 0
  if (code || fenced || isInCode(text, first.start)) return escapes.length >= ROW_IN_CODE
  const isEntity = text.charAt(first.start) === '&'
  return (
    isEntity ||
    escapes.length >= ROW ||
    LETTER.test(text.charAt(first.start - 1) + text.charAt(last.end))
  )
}

const REACH = 400

/** Whether a backtick opens before the offset on its line. */
function isInCode(text: string, offset: number): boolean {
  const window = text.slice(Math.max(0, offset - REACH), offset)
  const line = window.slice(window.lastIndexOf('\n') + 1)
  return line.split('`').length % 2 === 0
}

function spell({ decoded }: HiddenText, escapes: readonly Escaped[]): string {
  if (decoded !== undefined) return decoded
  const shown = escapes.slice(0, 8).flatMap(({ meaning }) => Array.from(meaning, codePointName))
  return shown.join(' ') + (escapes.length > 8 ? ' …' : '')
}

function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
