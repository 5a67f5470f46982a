import { foldWord, hashWord } from './fold-word.ts'

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

interface Stem {
  readonly stem: string
  readonly entry: WordEntry
}

interface UnspacedEntry {
  readonly text: string
  readonly entry: WordEntry
}

const BITS = 0xffff
const STEM_HEAD = 4
/** Characters in front of a word that a lexeme may want. */
export const LEADS = '.-$/[<%@~'

/** The words that some rule asks for, arranged for being asked about every word of a text. */
export class Lexicon {
  readonly #words = new Map<string, WordEntry>()
  readonly #stems = new Map<string, Stem[]>()
  readonly #unspaced = new Map<number, UnspacedEntry[]>()
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
    const known = this.#words.get(word)
    if (known) known.classes.push(classId)
    else {
      this.#words.set(word, { classes: [classId] })
      this.#mayBeWord[hashWord(word) & BITS] = 1
    }
  }

  #addStem(stem: string, classId: number): void {
    const head = stem.slice(0, STEM_HEAD)
    const stems = this.#stems.get(head)
    const known = stems?.find((one) => one.stem === stem)
    if (known) known.entry.classes.push(classId)
    else if (stems) stems.push({ stem, entry: { classes: [classId] } })
    else {
      this.#stems.set(head, [{ stem, entry: { classes: [classId] } }])
      this.#mayBeStem[hashWord(head) & BITS] = 1
    }
  }

  /** Longer entries stand first. */
  #addUnspaced(text: string, classId: number): void {
    const first = text.charCodeAt(0)
    const entries = this.#unspaced.get(first) ?? []
    const known = entries.find((one) => one.text === text)
    if (known) known.entry.classes.push(classId)
    else {
      const at = entries.findIndex((one) => one.text.length < text.length)
      entries.splice(at < 0 ? entries.length : at, 0, { text, entry: { classes: [classId] } })
      this.#unspaced.set(first, entries)
    }
  }

  /** Whether a word or stem with these hashes may be known; `headHash` is that of its first four letters. */
  mayKnow(hash: number, headHash: number): boolean {
    return this.#mayBeWord[hash & BITS] === 1 || this.#mayBeStem[headHash & BITS] === 1
  }

  /** What is known about a folded word, a character in front included. */
  wordEntry(word: string): WordEntry | undefined {
    return this.#words.get(word)
  }

  /** The stems that a folded word begins with. */
  stemEntries(word: string): readonly WordEntry[] {
    const stems = this.#stems.get(word.slice(0, STEM_HEAD))
    if (!stems) return NONE
    return stems.filter((one) => word.startsWith(one.stem)).map((one) => one.entry)
  }

  /** The longest unspaced entry that begins at an offset. */
  unspacedAt(text: string, offset: number): UnspacedEntry | undefined {
    const entries = this.#unspaced.get(text.charCodeAt(offset))
    return entries?.find((entry) => text.startsWith(entry.text, offset))
  }
}

const NONE: readonly WordEntry[] = []

/** ASCII letters in lower case, digits and underscores only. */
function isPlain(lexeme: string): boolean {
  for (let at = 0; at < lexeme.length; at++) {
    const code = lexeme.charCodeAt(at)
    if (code > 0x7a || (code < 0x61 && code !== 0x5f && (code < 0x30 || code > 0x39))) return false
  }
  return true
}
