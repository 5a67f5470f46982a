import { KINDS, LETTER } from './character-kinds.ts'
import { hashStep } from './fold-word.ts'

const SMALL = 0
const CAPITAL = 1
const DIGIT = 2
const JOINT = 3
const LETTER_CLASSES = new Uint8Array(128).fill(DIGIT, 0x30, 0x3a).fill(CAPITAL, 0x41, 0x5b)
LETTER_CLASSES[0x5f] = JOINT
/** By the class before and the class: 1 where a word goes from letters to digits or back. */
const TURNS = new Uint8Array(16)
for (const kind of [SMALL, CAPITAL]) {
  TURNS[kind * 4 + DIGIT] = 1
  TURNS[DIGIT * 4 + kind] = 1
}
const HUMP = 1 << (SMALL * 4 + CAPITAL)

/** Measures words of ASCII letters, digits and underscores, one after the other. */
export class WordShape {
  /** Offsets of the word in its text. */
  start = 0
  end = 0
  /** Of the whole word in lower case. */
  hash = 0
  /** Of its first four letters. */
  headHash = 0
  digits = 0
  /** Underscores. */
  joints = 0
  /** Whether a capital follows a small letter somewhere. */
  humped = false
  #turns = 0

  /** Goes to the end of a word; leaves its hashes and counts behind. */
  measure(text: string, start: number, to: number): number {
    let hash = 0
    let headHash = 0
    let before = letterClass(text.charCodeAt(start))
    let joints = 0
    let digits = 0
    let turns = 0
    let changes = 0
    let at = start
    for (; at < to; at++) {
      const code = text.charCodeAt(at)
      if (KINDS[code] !== LETTER) break
      const kind = letterClass(code)
      const change = before * 4 + kind
      turns += TURNS[change] as number
      changes |= 1 << change
      before = kind
      joints += kind === JOINT ? 1 : 0
      digits += kind === DIGIT ? 1 : 0
      hash = hashStep(hash, kind === CAPITAL ? code | 0x20 : code)
      if (at - start === 3) headHash = hash
    }
    this.start = start
    this.end = at
    this.hash = hash
    this.headHash = headHash
    this.joints = joints
    this.digits = digits
    this.#turns = turns
    this.humped = (changes & HUMP) !== 0
    return at
  }

  /** Whether the word goes from letters to digits or back more than once. */
  get turns(): boolean {
    return this.#turns > 1
  }
}

/** The class of an ASCII letter, digit or underscore. */
function letterClass(code: number): number {
  return LETTER_CLASSES[code] ?? SMALL
}
