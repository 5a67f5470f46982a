import type { CompiledRules } from './compiled-rules.ts'
import type { WordEntry } from './lexicon.ts'

/** A place where the words of a rule stand, in offsets of the text that was read. */
export interface RuleMatch {
  /** Index of the rule. */
  readonly rule: number
  readonly start: number
  readonly end: number
}

/** The beginning of phrases. */
interface OpenPhrase {
  readonly phrases: ReadonlyMap<number, number>
  readonly position: number
  readonly start: number
  readonly end: number
}

const NEVER = -1_000_000_000
const ALWAYS = 2_000_000_000
const WRAP = 1_000_000_000
/** So many beginnings of phrases are kept before old ones are forgotten. */
const MAX_OPEN = 32
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
  /** By step: the last position at which it can follow the step before; `ALWAYS` for the first of a row. */
  readonly #until: Int32Array
  readonly #starts: Int32Array
  readonly #ends: Int32Array
  readonly #classEnds: Int32Array
  readonly #counts: Int32Array
  #position = 0
  /** What stands at this position or at the one before. */
  readonly #open: OpenPhrase[] = []
  /** Matches since the last `begin`, in the order of their ends. */
  matches: RuleMatch[] = []
  /** Ids of rules with more places than are kept. */
  readonly crowded: Set<string> = new Set()

  constructor(rules: CompiledRules) {
    this.#rules = rules
    this.#completes = rules.completes
    this.#until = new Int32Array(rules.reach.length)
    this.#forget()
    this.#starts = new Int32Array(rules.reach.length)
    this.#ends = new Int32Array(rules.reach.length)
    this.#classEnds = new Int32Array(rules.dividers)
    this.#counts = new Int32Array(rules.rules.length)
  }

  /** Starts a new text; what was read before is out of reach. */
  begin(): void {
    this.#position += 100_000
    if (this.#position > WRAP) {
      this.#forget()
      this.#position = 0
    }
    this.#classEnds.fill(-1)
    this.#open.length = 0
    this.matches = []
  }

  /** Forgets which rules were crowded and how often each was met. */
  reset(): void {
    this.#counts.fill(0)
    this.crowded.clear()
  }

  #forget(): void {
    const { reach } = this.#rules
    for (let step = 0; step < reach.length; step++) {
      this.#until[step] = reach[step] === 0 ? ALWAYS : NEVER
    }
  }

  /** Adds distance, as much as this many words. */
  pass(words: number): void {
    this.#position += words
  }

  /** Tells that a word, or a phrase of so many words, stands at these offsets and ends at the position. */
  meet(entry: WordEntry, start: number, end: number): void {
    if (this.#open.length > MAX_OPEN) this.#closeOld()
    this.#meet(entry, start, end)
  }

  #meet(entry: WordEntry, start: number, end: number): void {
    // First, so that a word of a phrase does not take the place of what stood before the phrase.
    if (this.#open.length > 0) this.#goOn(entry, start, end)
    const { steps } = entry
    const from = this.#position - entry.words + 1
    const until = this.#until
    for (let at = 0; at < steps.length; at++) {
      const step = steps[at] as number
      const last = until[step] as number
      if (last < from) continue
      if (last === ALWAYS) this.#starts[step] = start
      else if (!this.#follows(step, start)) continue
      this.#ends[step] = end
      const row = this.#completes[step] as number
      if (row >= 0) this.#complete(row, this.#starts[step] as number, end)
      else until[step + 1] = this.#position + (this.#rules.reach[step + 1] as number)
    }
    this.#divide(entry.dividers, end)
    const { phrases } = entry
    if (phrases) this.#open.push({ phrases, position: this.#position, start, end })
  }

  #closeOld(): void {
    const live = this.#open.filter(({ position }) => position >= this.#position - 1)
    this.#open.length = 0
    this.#open.push(...live)
  }

  /** Meets the phrases of which this is the last word. */
  #goOn({ index }: WordEntry, start: number, end: number): void {
    const open = this.#open
    if ((open.at(-1)?.position ?? 0) < this.#position - 1) {
      open.length = 0
      return
    }
    for (let at = open.length - 1; at >= 0; at--) {
      const begun = open[at] as OpenPhrase
      if (begun.position < this.#position - 1) break
      const phrase = begun.end > start ? undefined : begun.phrases.get(index)
      if (phrase !== undefined) this.#meet(this.#rules.lexicon.entry(phrase), begun.start, end)
    }
  }

  #divide(classes: readonly number[] | undefined, end: number): void {
    if (classes) for (const classId of classes) this.#classEnds[classId] = end
  }

  /** Whether the word stands after the step before, with nothing between that divides; takes over the start. */
  #follows(step: number, start: number): boolean {
    const seenEnd = this.#ends[step - 1] as number
    if (start < seenEnd) return false
    const without = this.#rules.without[step] as number
    if (without >= 0 && (this.#classEnds[without] as number) > seenEnd) return false
    this.#starts[step] = this.#starts[step - 1] as number
    return true
  }

  #complete(row: number, start: number, end: number): void {
    const rule = this.#rules.ruleOfRow[row] ?? -1
    if (rule < 0) {
      this.#meet(this.#rules.lexicon.entry(this.#rules.phraseOfRow[row] ?? 0), start, end)
      return
    }
    const last = this.matches.at(-1)
    if (last && last.rule === rule && last.start === start) return
    const count = (this.#counts[rule] ?? 0) + 1
    this.#counts[rule] = count
    if (count <= MAX_PLACES) this.matches.push({ rule, start, end })
    else this.crowded.add(this.#rules.rules[rule]?.id ?? '')
  }
}
