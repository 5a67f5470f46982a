import { hashStep } from './fold-word.ts'

const SMALL = 1
const CAPITAL = 2
const DIGIT = 4
const JOINT = 8
/** The class of each UTF-16 unit; 0 for what is in no word of ASCII letters, digits and underscores. */
const CLASSES = new Uint8Array(0x10000)
  .fill(SMALL, 0x61, 0x7b)
  .fill(CAPITAL, 0x41, 0x5b)
  .fill(DIGIT, 0x30, 0x3a)
  .fill(JOINT, 0x5f, 0x60)
const TO_SMALL = 0x20
/** A capital in front says nothing about a word. */
const FIRST = new Uint8Array([0, SMALL, SMALL, 0, DIGIT, 0, 0, 0, JOINT])
/** Of two classes in a row: from letters to digits or back. */
const TURNS: ReadonlySet<number> = new Set([SMALL | DIGIT, CAPITAL | DIGIT])
const HEAD = 4

/** Measures words of ASCII letters, digits and underscores, one after the other. */
export class WordShape {
  /** Offsets of the word in its text. */
  start = 0
  end = 0
  /** Of the whole word in lower case. */
  hash = 0
  /** Of its first four letters; of less when it is shorter. */
  headHash = 0
  digits = 0
  /** Underscores. */
  joints = 0
  /** Whether a capital follows a small letter somewhere. */
  humped = false
  /** Whether the word goes from letters to digits or back more than once. */
  turns = false

  /** Goes to the end of a word; leaves its hashes and counts behind. */
  measure(text: string, start: number, to: number): number {
    const headEnd = start + HEAD
    let hash = 0
    let headHash = 0
    let inside = 0
    let at = start
    for (; at < to; at++) {
      const code = text.charCodeAt(at)
      const kind = CLASSES[code] as number
      if (kind === 0) break
      inside |= at > start ? kind : (FIRST[kind] as number)
      hash = hashStep(hash, kind === CAPITAL ? code | TO_SMALL : code)
      if (at < headEnd) headHash = hash
    }
    this.start = start
    this.end = at
    this.hash = hash
    this.headHash = headHash
    this.digits = 0
    this.joints = 0
    this.humped = false
    this.turns = false
    if ((inside | SMALL) !== SMALL) this.#count(text)
    return at
  }

  /**
   * The same of the next part of a joined name: letters after a capital, capitals
   * up to the one that begins the next part, digits, or one character between.
   */
  measurePart(text: string, start: number, to: number): void {
    this.measure(text, start, partEnd(text, start, to))
  }

  #count(text: string): void {
    let before = 0
    let turns = 0
    for (let at = this.start; at < this.end; at++) {
      const kind = CLASSES[text.charCodeAt(at)] as number
      if (kind === DIGIT) this.digits++
      if (kind === JOINT) this.joints++
      if (before === SMALL && kind === CAPITAL) this.humped = true
      if (TURNS.has(before | kind)) turns++
      before = kind
    }
    this.turns = turns > 1
  }
}

function partEnd(text: string, start: number, to: number): number {
  const first = classAt(text, start, to)
  const second = classAt(text, start + 1, to)
  if (first === JOINT) return start + 1
  if (first === CAPITAL && second === SMALL) return runEnd(text, start + 1, to)
  const end = runEnd(text, start, to)
  return first === CAPITAL && classAt(text, end, to) === SMALL ? end - 1 : end
}

/** The end of the run of one class. */
function runEnd(text: string, start: number, to: number): number {
  const kind = classAt(text, start, to)
  let at = start + 1
  while (at < to && CLASSES[text.charCodeAt(at)] === kind) at++
  return at
}

function classAt(text: string, at: number, to: number): number {
  return at < to ? (CLASSES[text.charCodeAt(at)] as number) : 0
}
