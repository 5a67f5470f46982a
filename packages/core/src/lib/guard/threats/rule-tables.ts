/**
 * Rules and word classes compiled, as strings that load at once. Numbers are
 * written with `encodeNumbers`; an entry is a lexeme or a phrase, phrases last.
 */
export interface RuleTables {
  /** Lexemes a line each: whole words, then stems, then unspaced texts. */
  readonly lexemes: string
  /** How many of each. */
  readonly counts: readonly [words: number, stems: number, unspaced: number]
  /** By entry: the steps that wait for it, later steps of a row first; lists a space apart. */
  readonly steps: string
  /** Of entries whose words may keep two steps apart: index and classes. */
  readonly dividers: readonly (readonly [entry: number, classes: readonly number[]])[]
  /** By entry, lists a space apart: the entry that may follow directly, and the phrase that both make. */
  readonly follows: string
  /** By phrase: how many words it has; 1 for a row of a class. */
  readonly phraseWords: string
  /** How many classes keep steps apart. */
  readonly classes: number
  /** By step: how far after the step before; 0 for the first of a row. */
  readonly reach: string
  /** By step: the class that must not come between, plus one; 0 for none. */
  readonly without: string
  /** By step: the row that it completes, plus one; 0 for none. */
  readonly completes: string
  /** By row: the rule that it proves, plus one; 0 for a row of a class. */
  readonly rules: string
  /** By row of a class: its entry, plus one; 0 for none. */
  readonly phrases: string
}

const BASE = 90
const FIRST = 35
const BACKSLASH = 92
/** First digits beyond the printable ones. */
const FAR = 0x100
const FIRST_DIGITS = 200

/** The largest number that can be written. */
export const MAX_NUMBER: number = BASE * FIRST_DIGITS - 1

/** Two printable characters for each number; ASCII up to 8,099. */
export function encodeNumbers(numbers: Iterable<number>): string {
  return Array.from(
    numbers,
    (number) => digit(Math.floor(number / BASE)) + digit(number % BASE),
  ).join('')
}

/** The backslash is left out, so that no quoting is needed. */
function digit(value: number): string {
  if (value >= BASE) return String.fromCharCode(FAR + value)
  const code = FIRST + value
  return String.fromCharCode(code >= BACKSLASH ? code + 1 : code)
}

/** Reads what `encodeNumbers` wrote, each less `minus`. */
export function decodeNumbers(text: string, minus = 0): Int32Array {
  const numbers = new Int32Array(text.length >> 1)
  for (let at = 0; at < numbers.length; at++) {
    numbers[at] = decodeNumber(text, at * 2) - minus
  }
  return numbers
}

/** Reads the number whose two characters stand at an offset. */
export function decodeNumber(text: string, offset: number): number {
  return valueAt(text, offset) * BASE + valueAt(text, offset + 1)
}

function valueAt(text: string, offset: number): number {
  const code = text.charCodeAt(offset)
  if (code >= FAR) return code - FAR
  return code - FIRST - (code > BACKSLASH ? 1 : 0)
}
