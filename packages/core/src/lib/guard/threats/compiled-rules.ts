import { Lexicon, type StepTables } from './lexicon.ts'
import { decodeNumbers, type RuleTables } from './rule-tables.ts'
import type { ThreatRule } from './threat-rule.ts'

/** Rules ready to run. */
export interface CompiledRules extends StepTables {
  readonly rules: readonly ThreatRule[]
  readonly lexicon: Lexicon
  /** How many classes may keep two steps apart. */
  readonly dividers: number
  /** By step: the class that must not come between, or -1. */
  readonly without: Int32Array
  /** By row: the rule that it proves, or -1 for a row of a class. */
  readonly ruleOfRow: Int32Array
  /** By row of a class: its entry; else -1. */
  readonly phraseOfRow: Int32Array
}

/** Loads the tables that were written for these rules. */
export function loadRules(rules: readonly ThreatRule[], tables: RuleTables): CompiledRules {
  const reach = decodeNumbers(tables.reach)
  const completes = decodeNumbers(tables.completes, 1)
  return {
    rules,
    lexicon: new Lexicon(tables, { reach, completes }),
    dividers: tables.classes,
    reach,
    without: decodeNumbers(tables.without, 1),
    completes,
    ruleOfRow: decodeNumbers(tables.rules, 1),
    phraseOfRow: decodeNumbers(tables.phrases, 1),
  }
}
