import type { CompiledRules } from './compiled-rules.ts'
import type { WordEntry } from './lexicon.ts'
import { OpenPhrases } from './open-phrases.ts'

/** A place where the words of a rule stand, in offsets of the text that was read. */
export interface RuleMatch {
  /** Index of the rule. */
  readonly rule: number
  readonly start: number
  readonly end: number
}

const NEVER = -1_000_000_000
const WRAP = 1_000_000_000
/** Further places of one rule in one text are not looked at; a text with more is suspect as a whole. */
const MAX_PLACES = 2_000

/**
 * Follows all rules through a text at once. Each step keeps the nearest place
 * where the row up to it has been seen, which is all that a limited distance to
 * the next step needs: the work per word is the number of steps that wait for
 * it, whatever the text. Positions count words; `pass` adds distance.
 */
export class PhraseMachine {
  readonly #rules: CompiledRules
  readonly #completes: Int32Array
  readonly #reach: Int32Array
  /** By step: the last position at which it can follow the step before. */
  readonly #until: Int32Array
  /** By step, two by two: where the row up to it starts, and where it ends. */
  readonly #places: Int32Array
  readonly #classEnds: Int32Array
  readonly #counts: Int32Array
  #position = 0
  /** What stands at this position or at the one before. */
  readonly #open = new OpenPhrases()
  /** Matches since the last `begin`, in the order of their ends. */
  matches: RuleMatch[] = []
  /** Ids of rules with more places than are kept. */
  readonly crowded: Set<string> = new Set()

  constructor(rules: CompiledRules) {
    this.#rules = rules
    this.#completes = rules.completes
    this.#reach = rules.reach
    this.#until = new Int32Array(rules.reach.length).fill(NEVER)
    this.#places = new Int32Array(rules.reach.length * 2)
    this.#classEnds = new Int32Array(rules.dividers)
    this.#counts = new Int32Array(rules.rules.length)
  }

  /** Starts a new text; what was read before is out of reach. */
  begin(): void {
    this.#position += 100_000
    if (this.#position > WRAP) {
      this.#until.fill(NEVER)
      this.#position = 0
    }
    this.#classEnds.fill(-1)
    this.#open.count = 0
    this.matches = []
  }

  /** Forgets which rules were crowded and how often each was met. */
  reset(): void {
    this.#counts.fill(0)
    this.crowded.clear()
  }

  /** Adds distance, as much as this many words. */
  pass(words: number): void {
    this.#position += words
  }

  /** Tells that a word, or a phrase of so many words, stands at these offsets and ends at the position. */
  meet(entry: WordEntry, start: number, end: number): void {
    this.#open.tidy(this.#position - 1)
    this.#meet(entry, start, end)
  }

  #meet(entry: WordEntry, start: number, end: number): void {
    // First, so that a word of a phrase does not take the place of what stood before the phrase.
    if (entry.follows) this.#goOn(entry, start, end)
    const { later, first, whole, phrases } = entry
    for (let at = 0; at < whole.length; at++) {
      this.#complete(this.#completes[whole[at] as number] as number, start, end)
    }
    const from = this.#position - entry.words + 1
    const until = this.#until
    for (let at = 0, count = later.length; at < count; at++) {
      const step = later[at] as number
      if ((until[step] as number) >= from) this.#takeStep(step, start, end)
    }
    this.#takeFirst(first, start, end)
    if (entry.dividers) this.#divide(entry.dividers, end)
    if (phrases) {
      const begun = this.#open.add()
      begun.phrases = phrases
      begun.position = this.#position
      begun.start = start
      begun.end = end
    }
  }

  #takeStep(step: number, start: number, end: number): void {
    if (!this.#follows(step, start)) return
    this.#places[step * 2 + 1] = end
    const row = this.#completes[step] as number
    if (row >= 0) this.#complete(row, this.#places[step * 2] as number, end)
    else this.#until[step + 1] = this.#position + (this.#reach[step + 1] as number)
  }

  #takeFirst(first: Int32Array, start: number, end: number): void {
    const position = this.#position
    const places = this.#places
    const until = this.#until
    const reach = this.#reach
    for (let at = 0; at < first.length; at++) {
      const step = first[at] as number
      places[step * 2] = start
      places[step * 2 + 1] = end
      until[step + 1] = position + (reach[step + 1] as number)
    }
  }

  /** Meets the phrases of which this is the last word. */
  #goOn({ index }: WordEntry, start: number, end: number): void {
    const open = this.#open
    const oldest = this.#position - 1
    open.dropBefore(oldest)
    for (let at = open.count - 1; at >= 0; at--) {
      const begun = open.at(at)
      if (begun.position < oldest) break
      const phrase = begun.end > start ? undefined : begun.phrases.get(index)
      if (phrase !== undefined) this.#meet(this.#rules.lexicon.entry(phrase), begun.start, end)
    }
  }

  #divide(classes: readonly number[], end: number): void {
    for (const classId of classes) this.#classEnds[classId] = end
  }

  /** Whether the word stands after the step before, with nothing between that divides; takes over the start. */
  #follows(step: number, start: number): boolean {
    const seenEnd = this.#places[step * 2 - 1] as number
    if (start < seenEnd) return false
    const without = this.#rules.without[step] as number
    if (without >= 0 && (this.#classEnds[without] as number) > seenEnd) return false
    this.#places[step * 2] = this.#places[step * 2 - 2] as number
    return true
  }

  #complete(row: number, start: number, end: number): void {
    const rule = this.#rules.ruleOfRow[row] ?? -1
    if (rule < 0) {
      this.#meet(this.#rules.lexicon.entry(this.#rules.phraseOfRow[row] ?? 0), start, end)
      return
    }
    const last = this.matches.at(-1)
    if (last && last.rule === rule && last.start === start && last.end === end) return
    const count = (this.#counts[rule] ?? 0) + 1
    this.#counts[rule] = count
    if (count <= MAX_PLACES) this.matches.push({ rule, start, end })
    else this.crowded.add(this.#rules.rules[rule]?.id ?? '')
  }
}
