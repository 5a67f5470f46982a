import { foldWord, hashStep, hashWord } from './fold-word.ts'

/** What is known about a word: its classes, and what they come to once a machine has met it. */
export interface WordEntry {
  readonly classes: number[]
  /** How many words a phrase has; absent for one word. */
  readonly words?: number
  /** The steps that wait for the word, later steps of a row first. */
  steps?: Int32Array
  /** Those of its classes that may keep two steps apart. */
  dividers?: Int32Array
}

interface KnownWord {
  readonly word: string
  readonly entry: WordEntry
}

/** A word of a text, with the hash that it is asked about by. */
export interface HashedWord {
  readonly start: number
  readonly end: number
  readonly hash: number
}

const BITS = 0xffff
/** Keys of maps stay small integers. */
const KEY = 0x3fffffff
const STEM_HEAD = 4
/** Characters in front of a word that a lexeme may want. */
export const LEADS = '.-$/[<%@~'

/** The words that some rule asks for, arranged for being asked about every word of a text. */
export class Lexicon {
  readonly #words = new Map<number, KnownWord[]>()
  readonly #stems = new Map<number, KnownWord[]>()
  readonly #unspaced = new Map<number, KnownWord[]>()
  readonly #mayBeWord = new Uint8Array(BITS + 1)
  readonly #mayBeStem = new Uint8Array(BITS + 1)

  /** Adds one word, stem or unspaced text to a class. */
  add(lexeme: string, classId: number): void {
    if (isPlain(lexeme)) this.#addWord(lexeme, classId)
    else if (lexeme.charCodeAt(0) >= 0x1100) this.#addUnspaced(lexeme, classId)
    else {
      const folded = foldWord(lexeme)
      if (folded.endsWith('*')) this.#addStem(folded.slice(0, -1), classId)
      else this.#addWord(folded, classId)
    }
  }

  #addWord(word: string, classId: number): void {
    const hash = hashWord(word)
    this.#mayBeWord[hash & BITS] = 1
    addTo(this.#words, hash & KEY, word).classes.push(classId)
  }

  #addStem(stem: string, classId: number): void {
    const hash = hashWord(stem.slice(0, STEM_HEAD))
    this.#mayBeStem[hash & BITS] = 1
    addTo(this.#stems, hash & KEY, stem).classes.push(classId)
  }

  #addUnspaced(text: string, classId: number): void {
    addTo(this.#unspaced, text.charCodeAt(0), text).classes.push(classId)
  }

  /** Whether a word with this hash may be known. */
  mayKnow(hash: number): boolean {
    return this.#mayBeWord[hash & BITS] === 1
  }

  /** Whether a stem may be known of which this is the hash of the first four letters. */
  mayKnowStem(headHash: number): boolean {
    return this.#mayBeStem[headHash & BITS] === 1
  }

  /** What is known about the word of a text at these offsets, of which the hash is known; its letters may be capital. */
  entryAt(text: string, { start, end, hash }: HashedWord): WordEntry | undefined {
    for (const known of this.#words.get(hash & KEY) ?? NONE) {
      if (known.word.length === end - start && beginsWith(text, start, known.word))
        return known.entry
    }
    return undefined
  }

  /** What is known about a folded word, a character in front included. */
  wordEntry(word: string): WordEntry | undefined {
    return this.entryAt(word, { start: 0, end: word.length, hash: hashWord(word) })
  }

  /** The stems that the word of a text begins with, by the hash of its first four letters. */
  stemsAt(text: string, { start, end, hash }: HashedWord): readonly KnownWord[] {
    const stems = this.#stems.get(hash & KEY)
    if (!stems) return NONE
    return stems.filter(({ word }) => word.length <= end - start && beginsWith(text, start, word))
  }

  /** The longest unspaced entry that begins at an offset. */
  unspacedAt(text: string, offset: number): KnownWord | undefined {
    let longest: KnownWord | undefined
    for (const known of this.#unspaced.get(text.charCodeAt(offset)) ?? NONE) {
      if (longest && known.word.length <= longest.word.length) continue
      if (text.startsWith(known.word, offset)) longest = known
    }
    return longest
  }
}

const NONE: readonly KnownWord[] = []

function addTo(words: Map<number, KnownWord[]>, key: number, word: string): WordEntry {
  const same = words.get(key)
  const known = same?.find((one) => one.word === word)
  if (known) return known.entry
  const entry: WordEntry = { classes: [] }
  if (same) same.push({ word, entry })
  else words.set(key, [{ word, entry }])
  return entry
}

/** Whether a text goes on with a folded word, in letters of any case. */
function beginsWith(text: string, start: number, word: string): boolean {
  for (let at = 0; at < word.length; at++) {
    let code = text.charCodeAt(start + at)
    if (code > 0x40 && code < 0x5b) code |= 0x20
    if (code !== word.charCodeAt(at)) return false
  }
  return true
}

/** ASCII letters in lower case, digits and underscores only. */
function isPlain(lexeme: string): boolean {
  for (let at = 0; at < lexeme.length; at++) {
    const code = lexeme.charCodeAt(at)
    if (code > 0x7a || (code < 0x61 && code !== 0x5f && (code < 0x30 || code > 0x39))) return false
  }
  return true
}

/** The hash of the first letters of a folded word, as stems are found by. */
export function hashHead(word: string): number {
  let hash = 0
  for (let at = 0; at < STEM_HEAD && at < word.length; at++) {
    hash = hashStep(hash, word.charCodeAt(at))
  }
  return hash
}
