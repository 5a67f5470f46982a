import { hashStep } from './fold-word.ts'
import { decodeNumbers, type RuleTables } from './rule-tables.ts'

/** What is known about a word. */
export interface WordEntry {
  /** The steps that wait for it, later steps of a row first. */
  readonly steps: Int32Array
  /** Its classes that may keep two steps apart. */
  readonly dividers: readonly number[] | undefined
  /** How many words it has: one, or those of a phrase. */
  readonly words: number
  readonly index: number
  /** The phrases that begin with it, by the entry of the word that must follow. */
  readonly phrases: ReadonlyMap<number, number> | undefined
}

/** A word of a text, with the hash that it is asked about by. */
export interface HashedWord {
  readonly start: number
  readonly end: number
  readonly hash: number
}

/** A power of two, well above the number of words. */
const SLOTS = 16_384
const STEM_HEAD = 4
/** Characters in front of a word that a lexeme may want. */
export const LEADS = '.-$/[<%@~'

/** The words that some rule asks for, arranged for being asked about every word of a text. */
export class Lexicon {
  readonly #tables: RuleTables
  readonly #lexemes: readonly string[]
  readonly #steps: readonly string[]
  readonly #dividers: ReadonlyMap<number, readonly number[]>
  /** Of full length from the beginning: an array that grows by holes is looked up like a map. */
  readonly #entries: (WordEntry | undefined)[]
  readonly #follows: readonly string[]
  /** By hash: index of the lexeme plus one; the next slots on collision. */
  readonly #words = new Int32Array(SLOTS)
  readonly #stems = new Map<number, number[]>()
  readonly #mayBeStem = new Uint8Array(SLOTS)
  /** By first character; filled when a text has such characters. */
  #unspaced: ReadonlyMap<number, readonly number[]> | undefined

  constructor(tables: RuleTables) {
    this.#tables = tables
    this.#lexemes = tables.lexemes.split('\n')
    this.#steps = tables.steps.split(' ')
    this.#dividers = new Map(tables.dividers)
    this.#follows = tables.follows.split(' ')
    this.#entries = new Array(this.#steps.length).fill(undefined)
    const [words, stems] = tables.counts
    for (let index = 0; index < words + stems; index++) {
      const lexeme = this.#lexemes[index] as string
      if (index < words) this.#addWord(lexeme, index)
      else this.#addStem(lexeme, index)
    }
  }

  #addWord(lexeme: string, index: number): void {
    let hash = 0
    for (let at = 0; at < lexeme.length; at++) hash = hashStep(hash, lexeme.charCodeAt(at))
    let slot = hash & (SLOTS - 1)
    while (this.#words[slot] !== 0) slot = (slot + 1) & (SLOTS - 1)
    this.#words[slot] = index + 1
  }

  #addStem(lexeme: string, index: number): void {
    const hash = hashHead(lexeme)
    this.#mayBeStem[hash & (SLOTS - 1)] = 1
    push(this.#stems, hash, index)
  }

  #readUnspaced(): ReadonlyMap<number, readonly number[]> {
    const unspaced = new Map<number, number[]>()
    const [words, stems] = this.#tables.counts
    for (let index = words + stems; index < this.#lexemes.length; index++) {
      push(unspaced, this.#lexemes[index]?.charCodeAt(0) ?? 0, index)
    }
    return unspaced
  }

  /** What is known about the lexeme or phrase of an index. */
  entry(index: number): WordEntry {
    const known = this.#entries[index]
    if (known) return known
    const phrase = index - this.#lexemes.length
    const entry: WordEntry = {
      steps: decodeNumbers(this.#steps[index] ?? ''),
      dividers: this.#dividers.get(index),
      words: phrase < 0 ? 1 : Number(this.#tables.phraseWords[phrase]),
      index,
      phrases: readFollowers(this.#follows[index] ?? ''),
    }
    this.#entries[index] = entry
    return entry
  }

  /** What is known about the word of a text at these offsets; its ASCII letters may be capital. */
  entryAt(text: string, { start, end, hash }: HashedWord): WordEntry | undefined {
    for (let slot = hash & (SLOTS - 1); ; slot = (slot + 1) & (SLOTS - 1)) {
      const index = (this.#words[slot] as number) - 1
      if (index < 0) return undefined
      const lexeme = this.#lexemes[index] as string
      if (lexeme.length === end - start && beginsWith(text, start, lexeme)) return this.entry(index)
    }
  }

  /** What is known about a folded word, a character in front included. */
  wordEntry(word: string): WordEntry | undefined {
    let hash = 0
    for (let at = 0; at < word.length; at++) hash = hashStep(hash, word.charCodeAt(at))
    return this.entryAt(word, { start: 0, end: word.length, hash })
  }

  /** Whether a stem may be known of which this is the hash of the first four letters. */
  mayKnowStem(headHash: number): boolean {
    return this.#mayBeStem[headHash & (SLOTS - 1)] === 1
  }

  /** The stems that the word of a text begins with; `hash` is that of its first four letters. */
  stemsAt(text: string, { start, end, hash }: HashedWord): readonly WordEntry[] {
    const found: WordEntry[] = []
    for (const index of this.#stems.get(hash) ?? NONE) {
      const lexeme = this.#lexemes[index] as string
      if (lexeme.length <= end - start && beginsWith(text, start, lexeme))
        found.push(this.entry(index))
    }
    return found
  }

  /** The longest unspaced text that begins at an offset, and its length; length 0 when there is none. */
  unspacedAt(
    text: string,
    offset: number,
  ): { readonly entry?: WordEntry; readonly length: number } {
    let longest = -1
    let length = 0
    this.#unspaced ??= this.#readUnspaced()
    for (const index of this.#unspaced.get(text.charCodeAt(offset)) ?? NONE) {
      const lexeme = this.#lexemes[index] as string
      if (lexeme.length > length && text.startsWith(lexeme, offset)) {
        longest = index
        length = lexeme.length
      }
    }
    return longest < 0 ? { length } : { entry: this.entry(longest), length }
  }
}

const NONE: readonly number[] = []

/** The phrases by the word that must follow. */
function readFollowers(list: string): ReadonlyMap<number, number> | undefined {
  if (list === '') return undefined
  const numbers = decodeNumbers(list)
  const phrases = new Map<number, number>()
  for (let at = 0; at < numbers.length; at += 2) {
    phrases.set(numbers[at] ?? 0, numbers[at + 1] ?? 0)
  }
  return phrases
}

function push(lists: Map<number, number[]>, key: number, index: number): void {
  const known = lists.get(key)
  if (known) known.push(index)
  else lists.set(key, [index])
}

/** Whether a text goes on with a folded word, in ASCII letters of any case. */
function beginsWith(text: string, start: number, word: string): boolean {
  for (let at = 0; at < word.length; at++) {
    let code = text.charCodeAt(start + at)
    if (code > 0x40 && code < 0x5b) code |= 0x20
    if (code !== word.charCodeAt(at)) return false
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
