import { foldWord } from './fold-word.ts'
import { isRow, parsePattern, readAlternatives, readMembers } from './phrase-pattern.ts'
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
    this.#addRow(pattern, { rule, phrase: undefined })
  }

  #addRow(pattern: string, row: Row): void {
    for (const [at, step] of parsePattern(pattern).entries()) {
      const classes = readAlternatives(step.words).map((words) => this.#classId(words))
      const id = this.#addStep(at === 0 ? 0 : step.reach, step.without ?? '')
      for (const classId of classes) this.#steps[classId]?.push(id)
    }
    this.#completes[this.#completes.length - 1] = this.#rows.push(row)
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
    const { group, key } = this.#placeOf(lexeme)
    add(group, key, id)
  }

  #placeOf(lexeme: string): { readonly group: Map<string, number[]>; readonly key: string } {
    if (lexeme.includes(' ') || isRow(lexeme)) return { group: this.#phrases, key: lexeme }
    if (lexeme.charCodeAt(0) >= 0x1100) return { group: this.#unspaced, key: lexeme }
    if (!lexeme.endsWith('*')) return { group: this.#words, key: foldWord(lexeme) }
    return { group: this.#stems, key: foldWord(lexeme).slice(0, -1) }
  }

  finish(): RuleTables {
    const dividers = [...new Set(this.#without)].filter((name) => name !== '')
    const dividing = new Map(dividers.map((name, index) => [this.#classId(`@${name}`), index]))
    this.#addRowsOfClasses()
    const pairs = this.#readPairs()
    this.#inheritParts()
    const groups = [this.#words, this.#stems, this.#unspaced]
    const entries = [...groups, this.#phrases].flatMap((group) => [...group.values()])
    const at = this.#indexes()
    const followers = new Map<number, number[]>()
    for (const [head, ...follower] of pairs) {
      for (const part of follower) add(followers, at(head), at(part))
    }
    return {
      lexemes: groups.flatMap((group) => [...group.keys()]).join('\n'),
      counts: [this.#words.size, this.#stems.size, this.#unspaced.size],
      steps: entries.map((classes) => encodeNumbers(this.#stepsOf(classes))).join(' '),
      dividers: entries.flatMap((classes, index) => {
        const found = classes.flatMap((id) => dividing.get(id) ?? [])
        return found.length === 0 ? [] : [[index, found] as const]
      }),
      phraseWords: [...this.#phrases.keys()].map(wordsOf).join(''),
      classes: dividers.length,
      reach: encodeNumbers(this.#reach),
      without: encodeNumbers(this.#without.map((name) => dividers.indexOf(name) + 1)),
      completes: encodeNumbers(this.#completes),
      rules: encodeNumbers(this.#rows.map((row) => row.rule + 1)),
      phrases: encodeNumbers(
        this.#rows.map(({ phrase }) => (phrase === undefined ? 0 : at(phrase) + 1)),
      ),
      follows: entries.map((_, index) => encodeNumbers(followers.get(index) ?? [])).join(' '),
    }
  }

  /** Rows of classes may name further classes. */
  #addRowsOfClasses(): void {
    // The map grows while it is walked, and the walk comes to what is added.
    for (const phrase of this.#phrases.keys()) {
      if (isRow(phrase)) this.#addRow(phrase, { rule: -1, phrase })
    }
  }

  /** Of every phrase: what it begins with, its last word, itself. What it begins with becomes a phrase as well. */
  #readPairs(): readonly (readonly [head: string, last: string, phrase: string])[] {
    const pairs: (readonly [string, string, string])[] = []
    for (const phrase of this.#phrases.keys()) {
      if (isRow(phrase)) continue
      const end = phrase.lastIndexOf(' ')
      const [head, last] = [phrase.slice(0, end), phrase.slice(end + 1)]
      for (const part of [head, last]) this.#classId(part)
      pairs.push([head, last, phrase])
    }
    return pairs
  }

  /** Of texts without spaces the longest is read, so it stands for what it begins with and holds as well. */
  #inheritParts(): void {
    const own = new Map([...this.#unspaced].map(([lexeme, ids]) => [lexeme, [...ids]]))
    for (const [lexeme, ids] of this.#unspaced) {
      for (let start = 0; start < lexeme.length; start++) {
        for (let end = start + (start === 0 ? 1 : 2); end <= lexeme.length; end++) {
          if (end - start < lexeme.length) ids.push(...(own.get(lexeme.slice(start, end)) ?? []))
        }
      }
    }
  }

  /** The number of an entry by its lexeme as written. */
  #indexes(): (lexeme: string) => number {
    const groups = [this.#words, this.#stems, this.#unspaced, this.#phrases]
    const known = new Map<ReadonlyMap<string, unknown>, ReadonlyMap<string, number>>()
    let first = 0
    for (const group of groups) {
      known.set(group, new Map([...group.keys()].map((key, index) => [key, first + index])))
      first += group.size
    }
    return (lexeme) => {
      const { group, key } = this.#placeOf(lexeme)
      return known.get(group)?.get(key) ?? 0
    }
  }

  /** The steps of several classes at once; a later step first, so that one word serves no two. */
  #stepsOf(classes: readonly number[]): readonly number[] {
    const steps = new Set(classes.flatMap((classId) => this.#steps[classId] ?? []))
    return [...steps].sort((a, b) => b - a)
  }
}

function add<Key>(lists: Map<Key, number[]>, key: Key, id: number): void {
  const known = lists.get(key)
  if (known) known.push(id)
  else lists.set(key, [id])
}

/** How many words a phrase has; a row counts as the word that it ends with. */
function wordsOf(phrase: string): number {
  return isRow(phrase) ? 1 : phrase.split(' ').length
}
