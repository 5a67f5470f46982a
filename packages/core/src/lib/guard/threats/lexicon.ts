import { hashStep, hashWord } from './fold-word.ts'
import { decodeNumber, decodeNumbers, type RuleTables } from './rule-tables.ts'

/** What is known about a word. */
export interface WordEntry {
  /** The steps that wait for it behind another; later steps of a row first. */
  readonly later: Int32Array
  /** The steps that it begins rows with, and that others follow. */
  readonly first: Int32Array
  /** The steps that are a row by themselves. */
  readonly whole: Int32Array
  /** Its classes that may keep two steps apart. */
  readonly dividers: readonly number[] | undefined
  /** How many words it has: one, or those of a phrase. */
  readonly words: number
  readonly index: number
  /** The phrases that begin with it, by the entry of the word that must follow. */
  readonly phrases: ReadonlyMap<number, number> | undefined
  /** Whether some phrase goes on with it. */
  readonly follows: boolean
}

/** A word of a text, with the hashes that it is asked about by. */
export interface HashedWord {
  readonly start: number
  readonly end: number
  readonly hash: number
  /** Of its first four letters. */
  readonly headHash: number
}

/** What is known about the steps of all rows. */
export interface StepTables {
  /** By step: how far after the step before; 0 for the first of a row. */
  readonly reach: Int32Array
  /** By step: the row that it completes, or -1. */
  readonly completes: Int32Array
}

/** A power of two, well above the number of words. */
const SLOTS = 16_384
const STEM_HEAD = 4
/** Characters of two written numbers. */
const PAIR = 4
/** Characters in front of a word that a lexeme may want. */
export const LEADS = '.-$/[<%@~'

/** The words that some rule asks for, arranged for being asked about every word of a text. */
export class Lexicon {
  readonly #tables: RuleTables
  readonly #rowSteps: StepTables
  readonly #lexemes: readonly string[]
  readonly #steps: readonly string[]
  readonly #dividers: ReadonlyMap<number, readonly number[]>
  /** Of full length from the beginning: an array that grows by holes is looked up like a map. */
  readonly #entries: (WordEntry | undefined)[]
  readonly #follows: readonly string[]
  /** By entry: 1 where some phrase goes on with it. */
  readonly #isFollower: Uint8Array
  /** By hash, two by two: index of the lexeme plus one, and its hash; the next slots on collision. */
  readonly #words = new Int32Array(SLOTS * 2)
  /** By hash of the first letters; several such hashes may share a list. */
  readonly #stems: (number[] | undefined)[] = new Array(SLOTS).fill(undefined)
  /** By first character; filled when a text has such characters. */
  #unspaced: ReadonlyMap<number, readonly number[]> | undefined

  constructor(tables: RuleTables, rowSteps: StepTables) {
    this.#tables = tables
    this.#rowSteps = rowSteps
    this.#lexemes = tables.lexemes.split('\n')
    this.#steps = tables.steps.split(' ')
    this.#dividers = new Map(tables.dividers)
    this.#follows = tables.follows.split(' ')
    this.#isFollower = new Uint8Array(this.#steps.length)
    for (const list of this.#follows) {
      for (let at = 0; at < list.length; at += PAIR) {
        this.#isFollower[decodeNumber(list, at)] = 1
      }
    }
    this.#entries = new Array(this.#steps.length).fill(undefined)
    const [words, stems] = tables.counts
    for (let index = 0; index < words + stems; index++) {
      const lexeme = this.#lexemes[index] as string
      if (index < words) this.#addWord(lexeme, index)
      else this.#addStem(lexeme, index)
    }
  }

  #addWord(lexeme: string, index: number): void {
    const hash = hashWord(lexeme)
    let slot = hash & (SLOTS - 1)
    while (this.#words[slot * 2] !== 0) slot = (slot + 1) & (SLOTS - 1)
    this.#words[slot * 2] = index + 1
    this.#words[slot * 2 + 1] = hash
  }

  #addStem(lexeme: string, index: number): void {
    const slot = hashHead(lexeme) & (SLOTS - 1)
    const known = this.#stems[slot]
    if (known) known.push(index)
    else this.#stems[slot] = [index]
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
    return this.#entries[index] ?? this.#readEntry(index)
  }

  #readEntry(index: number): WordEntry {
    const phrase = index - this.#lexemes.length
    const steps = decodeNumbers(this.#steps[index] ?? '')
    const { reach, completes } = this.#rowSteps
    const begins = (step: number): boolean => reach[step] === 0
    const isWhole = (step: number): boolean => begins(step) && (completes[step] ?? -1) >= 0
    const entry: WordEntry = {
      later: pick(steps, (step) => !begins(step)),
      first: pick(steps, (step) => begins(step) && !isWhole(step)),
      whole: pick(steps, isWhole),
      dividers: this.#dividers.get(index),
      words: phrase < 0 ? 1 : Number(this.#tables.phraseWords[phrase]),
      index,
      phrases: readFollowers(this.#follows[index] ?? ''),
      follows: this.#isFollower[index] === 1,
    }
    this.#entries[index] = entry
    return entry
  }

  /** What is known about the word of a text at these offsets; its ASCII letters may be capital. */
  entryAt(text: string, { start, end, hash }: HashedWord): WordEntry | undefined {
    for (let slot = hash & (SLOTS - 1); ; slot = (slot + 1) & (SLOTS - 1)) {
      const index = (this.#words[slot * 2] as number) - 1
      if (index < 0) return undefined
      if (this.#words[slot * 2 + 1] !== hash) continue
      const lexeme = this.#lexemes[index] as string
      if (lexeme.length === end - start && beginsWith(text, start, lexeme)) return this.entry(index)
    }
  }

  /** What is known about a folded word, a character in front included. */
  wordEntry(word: string): WordEntry | undefined {
    return this.entryAt(word, { start: 0, end: word.length, hash: hashWord(word), headHash: 0 })
  }

  /** The stems that the word of a text begins with. */
  stemsAt(text: string, { start, end, headHash }: HashedWord): readonly WordEntry[] {
    const stems = this.#stems[headHash & (SLOTS - 1)]
    if (!stems) return NO_ENTRIES
    let found: WordEntry[] | undefined
    for (const index of stems) {
      const lexeme = this.#lexemes[index] as string
      if (lexeme.length > end - start || !beginsWith(text, start, lexeme)) continue
      found ??= []
      found.push(this.entry(index))
    }
    return found ?? NO_ENTRIES
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
const NO_STEPS = new Int32Array(0)
const NO_ENTRIES: readonly WordEntry[] = []

/** The steps of a kind; many entries have none, and share the empty list. */
function pick(steps: Int32Array, isWanted: (step: number) => boolean): Int32Array {
  return steps.some(isWanted) ? steps.filter(isWanted) : NO_STEPS
}

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
