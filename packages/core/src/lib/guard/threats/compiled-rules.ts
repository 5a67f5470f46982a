import { Lexicon } from './lexicon.ts'
import { decodeNumbers, type RuleTables } from './rule-tables.ts'
import type { ThreatRule } from './threat-rule.ts'

/** Rules ready to run. */
export interface CompiledRules {
  readonly rules: readonly ThreatRule[]
  readonly lexicon: Lexicon
  /** How many classes may keep two steps apart. */
  readonly dividers: number
  /** By step: how far after the step before; 0 for the first of a row. */
  readonly reach: Int32Array
  /** By step: the class that must not come between, or -1. */
  readonly without: Int32Array
  /** By step: the row that it completes, or -1. */
  readonly completes: Int32Array
  /** By row: the rule that it proves, or -1 for a row of a class. */
  readonly ruleOfRow: Int32Array
  /** By row of a class: its entry; else -1. */
  readonly phraseOfRow: Int32Array
}

/** Loads the tables that were written for these rules. */
export function loadRules(rules: readonly ThreatRule[], tables: RuleTables): CompiledRules {
  return {
    rules,
    lexicon: new Lexicon(tables),
    dividers: tables.classes,
    reach: decodeNumbers(tables.reach),
    without: decodeNumbers(tables.without, 1),
    completes: decodeNumbers(tables.completes, 1),
    ruleOfRow: decodeNumbers(tables.rules, 1),
    phraseOfRow: decodeNumbers(tables.phrases, 1),
  }
}
