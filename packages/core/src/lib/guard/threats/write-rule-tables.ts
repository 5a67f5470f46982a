import { foldWord } from './fold-word.ts'
import { parsePattern, readAlternatives, readMembers } from './phrase-pattern.ts'
import { encodeNumbers, type RuleTables } from './rule-tables.ts'
import type { ThreatRule, WordClasses } from './threat-rule.ts'

/** Compiles rules and word classes; checks nothing, the tests of the rules do. */
export function writeRuleTables(rules: readonly ThreatRule[], classes: WordClasses): RuleTables {
  const writer = new TableWriter(classes)
  for (const [index, rule] of rules.entries()) {
    for (const pattern of rule.patterns) writer.addPattern(pattern, index)
  }
  return writer.finish()
}

interface Row {
  readonly rule: number
  readonly phrase: string | undefined
}

class TableWriter {
  readonly #wordClasses: WordClasses
  readonly #ids = new Map<string, number>()
  readonly #steps: number[][] = []
  readonly #words = new Map<string, number[]>()
  readonly #stems = new Map<string, number[]>()
  readonly #unspaced = new Map<string, number[]>()
  readonly #phrases = new Map<string, number[]>()
  readonly #reach: number[] = []
  readonly #without: string[] = []
  readonly #completes: number[] = []
  readonly #rows: Row[] = []

  constructor(wordClasses: WordClasses) {
    this.#wordClasses = wordClasses
  }

  addPattern(pattern: string, rule: number): void {
    const steps = parsePattern(pattern)
    for (const [at, step] of steps.entries()) {
      const id = this.#addStep(at === 0 ? 0 : step.reach, step.without ?? '')
      for (const words of readAlternatives(step.words)) this.#steps[this.#classId(words)]?.push(id)
    }
    this.#completes[this.#completes.length - 1] = this.#rows.push({ rule, phrase: undefined })
  }

  #addStep(reach: number, without: string): number {
    this.#without.push(without)
    this.#completes.push(0)
    return this.#reach.push(reach) - 1
  }

  /** The class of a name or of a single word; its words enter the lexicon when it is met first. */
  #classId(words: string): number {
    const known = this.#ids.get(words)
    if (known !== undefined) return known
    const id = this.#steps.push([]) - 1
    this.#ids.set(words, id)
    const members = words.startsWith('@') ? readMembers(this.#wordClasses[words.slice(1)]) : [words]
    for (const lexeme of members) this.#addLexeme(lexeme, id)
    return id
  }

  #addLexeme(lexeme: string, id: number): void {
    if (lexeme.includes(' ')) add(this.#phrases, lexeme, id)
    else if (lexeme.charCodeAt(0) >= 0x1100) add(this.#unspaced, lexeme, id)
    else if (lexeme.endsWith('*')) add(this.#stems, foldWord(lexeme).slice(0, -1), id)
    else add(this.#words, foldWord(lexeme), id)
  }

  finish(): RuleTables {
    const dividers = [...new Set(this.#without)].filter((name) => name !== '')
    const dividing = new Map(dividers.map((name, index) => [this.#classId(`@${name}`), index]))
    for (const phrase of [...this.#phrases.keys()]) this.#addPhrase(phrase)
    const groups = [this.#words, this.#stems, this.#unspaced]
    const entries = [...groups, this.#phrases].flatMap((group) => [...group.entries()])
    const phraseAt = new Map(entries.map(([lexeme], index) => [lexeme, index]))
    return {
      lexemes: groups.flatMap((group) => [...group.keys()]).join('\n'),
      counts: [this.#words.size, this.#stems.size, this.#unspaced.size],
      steps: entries.map(([, classes]) => encodeNumbers(this.#stepsOf(classes))).join(' '),
      dividers: entries.flatMap(([, classes], index) => {
        const found = classes.flatMap((id) => dividing.get(id) ?? [])
        return found.length === 0 ? [] : [[index, found] as const]
      }),
      phraseWords: [...this.#phrases.keys()].map((phrase) => phrase.split(' ').length).join(''),
      classes: dividers.length,
      reach: encodeNumbers(this.#reach),
      without: encodeNumbers(this.#without.map((name) => dividers.indexOf(name) + 1)),
      completes: encodeNumbers(this.#completes),
      rules: encodeNumbers(this.#rows.map((row) => row.rule + 1)),
      phrases: encodeNumbers(
        this.#rows.map(({ phrase }) =>
          phrase === undefined ? 0 : (phraseAt.get(phrase) ?? -1) + 1,
        ),
      ),
    }
  }

  #addPhrase(phrase: string): void {
    for (const [at, word] of phrase.split(' ').entries()) {
      const id = this.#addStep(at === 0 ? 0 : 1, '')
      this.#steps[this.#classId(word)]?.push(id)
    }
    this.#completes[this.#completes.length - 1] = this.#rows.push({ rule: -1, phrase })
  }

  /** The steps of several classes at once; a later step first, so that one word serves no two. */
  #stepsOf(classes: readonly number[]): readonly number[] {
    const steps = new Set(classes.flatMap((classId) => this.#steps[classId] ?? []))
    return [...steps].sort((a, b) => b - a)
  }
}

function add(lexemes: Map<string, number[]>, lexeme: string, id: number): void {
  const known = lexemes.get(lexeme)
  if (known) known.push(id)
  else lexemes.set(lexeme, [id])
}
