import type { ThreatSeverity } from './threat-finding.ts'

/** Where the words stand: `prose` outside fenced code, `code` in fences and files of code. */
export type RuleHabitat = 'prose' | 'code' | 'any'

/**
 * A rule as data. A pattern is a row of steps parted by white space: a word,
 * several words joined by `|`, or `@name` of a word class. The next step follows
 * directly, or after at most N other words when `..N` stands between; `!name`
 * between two steps says that no word of that class may come between them.
 *
 * Words are written in lower case without accents. `stem*` stands for every word
 * that begins with it (four letters at least); `.x`, `-x`, `$x`, `/x`, `[x`, `<x`
 * want that character in front. Han, kana and Hangul are found inside words.
 */
export interface ThreatRule {
  /** `family.name`; never reused. */
  readonly id: string
  /** Grows whenever the rule finds other text. */
  readonly version: number
  readonly family: string
  /** For words in plain form. */
  readonly severity: ThreatSeverity
  /** One sentence for a person. */
  readonly title: string
  /** Languages whose words the patterns hold, as in BCP 47; `code` for what machines read. */
  readonly languages: readonly string[]
  readonly patterns: readonly string[]
  /** Default `any`. */
  readonly habitat?: RuleHabitat
  /** Forms that do not lower the severity, because the rule is about such text. Default: none. */
  readonly counts?: readonly ('fenced' | 'quoted' | 'negated' | 'conditional')[]
  /** Not told where another rule of the family finds at least as bad a thing in the same words. */
  readonly broad?: boolean
  /** What must stand before and after the words, tried on at most 80 characters of each side. */
  readonly before?: RegExp
  readonly after?: RegExp
  /** What must not stand there. */
  readonly notBefore?: RegExp
  readonly notAfter?: RegExp
  /** What the found words themselves must and must not hold, tried on at most 400 characters. */
  readonly within?: RegExp
  readonly notWithin?: RegExp
  /** Where the kind of attack is described. */
  readonly references?: readonly string[]
}

/** What a report says about a rule. */
export interface ThreatRuleSummary {
  readonly id: string
  readonly version: number
  readonly family: string
  /** For words in plain form. */
  readonly severity: ThreatSeverity
  readonly title: string
}

/**
 * Word classes by name: what `@name` in a pattern stands for. Members are parted
 * by commas: words, phrases, or rows written like a pattern, which count as one
 * word that stands where the row ends.
 */
export type WordClasses = Readonly<Record<string, string>>
