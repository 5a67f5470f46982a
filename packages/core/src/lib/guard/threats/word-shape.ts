import { KINDS, LETTER } from './character-kinds.ts'
import { hashStep } from './fold-word.ts'

const SMALL = 0
const CAPITAL = 1
const DIGIT = 2
const JOINT = 3
const CLASSES = 4
const LETTER_CLASSES = new Uint8Array(128).fill(DIGIT, 0x30, 0x3a).fill(CAPITAL, 0x41, 0x5b)
LETTER_CLASSES[0x5f] = JOINT

/** Measures words of ASCII letters, digits and underscores, one after the other. */
export class WordShape {
  /** Of the whole word in lower case. */
  hash = 0
  /** Of its first four letters. */
  headHash = 0
  digits = 0
  /** Underscores. */
  joints = 0
  readonly #changes = new Int32Array(CLASSES * CLASSES)

  /** Goes to the end of a word; leaves its hashes and counts behind. */
  measure(text: string, start: number, to: number): number {
    const changes = this.#changes.fill(0)
    let hash = 0
    let headHash = 0
    let before = letterClass(text.charCodeAt(start))
    let joints = 0
    let digits = 0
    let at = start
    for (; at < to; at++) {
      const code = text.charCodeAt(at)
      if (KINDS[code] !== LETTER) break
      const kind = letterClass(code)
      changes[before * CLASSES + kind] = (changes[before * CLASSES + kind] as number) + 1
      before = kind
      joints += kind === JOINT ? 1 : 0
      digits += kind === DIGIT ? 1 : 0
      hash = hashStep(hash, kind === CAPITAL ? code | 0x20 : code)
      if (at - start === 3) headHash = hash
    }
    this.hash = hash
    this.headHash = headHash
    this.joints = joints
    this.digits = digits
    return at
  }

  /** How often the word that was measured last goes from one class of letters to another. */
  #count(from: number, to: number): number {
    return this.#changes[from * CLASSES + to] as number
  }

  /** Whether the word goes from letters to digits or back more than once. */
  get turns(): boolean {
    const into = this.#count(SMALL, DIGIT) + this.#count(CAPITAL, DIGIT)
    return into + this.#count(DIGIT, SMALL) + this.#count(DIGIT, CAPITAL) > 1
  }

  /** Whether a capital follows a small letter somewhere. */
  get humped(): boolean {
    return this.#count(SMALL, CAPITAL) > 0
  }
}

/** The class of an ASCII letter, digit or underscore. */
function letterClass(code: number): number {
  return LETTER_CLASSES[code] ?? SMALL
}
