import { Lexicon, type WordEntry } from './lexicon.ts'
import { parsePattern, readAlternatives, readMembers } from './phrase-pattern.ts'
import type { ThreatRule, WordClasses } from './threat-rule.ts'

/** Rules ready to run: every word knows its classes, every class the steps that wait for it. */
export interface CompiledRules {
  readonly rules: readonly ThreatRule[]
  readonly lexicon: Lexicon
  /** By class: the steps it satisfies. */
  readonly steps: readonly (readonly number[])[]
  /** By step: how far after the step before; 0 for the first of a row. */
  readonly reach: Int32Array
  /** By step: the class that must not come between, or -1. */
  readonly without: Int32Array
  /** By step: the row that it completes, or -1. */
  readonly completes: Int32Array
  /** By row: the rule that it proves, or -1 for a row that stands for words of classes. */
  readonly ruleOfRow: readonly number[]
  /** By row: the words that it stands for. */
  readonly entryOfRow: readonly (WordEntry | undefined)[]
}

/** Compiles rules and word classes; throws nothing and checks nothing, the tests of the rules do. */
export function compileRules(rules: readonly ThreatRule[], classes: WordClasses): CompiledRules {
  const builder = new Builder(classes)
  for (const [index, rule] of rules.entries()) {
    for (const pattern of rule.patterns) builder.addPattern(pattern, index)
  }
  return builder.finish(rules)
}

class Builder {
  readonly #wordClasses: WordClasses
  readonly #lexicon = new Lexicon()
  readonly #ids = new Map<string, number>()
  readonly #phrases = new Map<string, number[]>()
  readonly #steps: number[][] = []
  readonly #reach: number[] = []
  readonly #without: number[] = []
  readonly #completes: number[] = []
  readonly #ruleOfRow: number[] = []
  readonly #entryOfRow: (WordEntry | undefined)[] = []

  constructor(wordClasses: WordClasses) {
    this.#wordClasses = wordClasses
  }

  addPattern(pattern: string, rule: number): void {
    const row = this.#ruleOfRow.push(rule) - 1
    this.#entryOfRow.push(undefined)
    const steps = parsePattern(pattern)
    for (const [at, step] of steps.entries()) {
      const without = step.without === undefined ? -1 : this.#classId(`@${step.without}`)
      const id = this.#addStep({ reach: at === 0 ? 0 : step.reach, without })
      for (const words of readAlternatives(step.words)) this.#steps[this.#classId(words)]?.push(id)
    }
    this.#completes[this.#completes.length - 1] = row
  }

  #addStep(step: { readonly reach: number; readonly without: number }): number {
    this.#without.push(step.without)
    this.#completes.push(-1)
    return this.#reach.push(step.reach) - 1
  }

  /** The class of a name or of a single word; its words enter the lexicon when it is met first. */
  #classId(words: string): number {
    const known = this.#ids.get(words)
    if (known !== undefined) return known
    const id = this.#steps.push([]) - 1
    this.#ids.set(words, id)
    if (!words.startsWith('@')) this.#addLexeme(words, id)
    else
      for (const lexeme of readMembers(this.#wordClasses[words.slice(1)]))
        this.#addLexeme(lexeme, id)
    return id
  }

  #addLexeme(lexeme: string, id: number): void {
    if (!lexeme.includes(' ')) this.#lexicon.add(lexeme, id)
    else {
      const classes = this.#phrases.get(lexeme)
      if (classes) classes.push(id)
      else this.#phrases.set(lexeme, [id])
    }
  }

  finish(rules: readonly ThreatRule[]): CompiledRules {
    for (const [phrase, classes] of [...this.#phrases]) this.#addPhrase(phrase, classes)
    return {
      rules,
      lexicon: this.#lexicon,
      steps: this.#steps,
      reach: Int32Array.from(this.#reach),
      without: Int32Array.from(this.#without),
      completes: Int32Array.from(this.#completes),
      ruleOfRow: this.#ruleOfRow,
      entryOfRow: this.#entryOfRow,
    }
  }

  #addPhrase(phrase: string, classes: number[]): void {
    const row = this.#ruleOfRow.push(-1) - 1
    const words = phrase.split(' ')
    this.#entryOfRow.push({ classes, words: words.length })
    for (const [at, word] of words.entries()) {
      const id = this.#addStep({ reach: at === 0 ? 0 : 1, without: -1 })
      this.#steps[this.#classId(word)]?.push(id)
    }
    this.#completes[this.#completes.length - 1] = row
  }
}
