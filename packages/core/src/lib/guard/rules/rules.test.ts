import { describe, expect, it } from 'vitest'
import { isRow, parsePattern, readAlternatives, readMembers } from '../threats/phrase-pattern.ts'
import { MAX_NUMBER } from '../threats/rule-tables.ts'
import { scanThreats } from '../threats/scan-threats.ts'
import { rankSeverity } from '../threats/severity.ts'
import { writeRuleTables } from '../threats/write-rule-tables.ts'
import { RULE_EXAMPLES } from './fixtures/rule-examples.ts'
import { RULE_TABLES } from './rule-tables.generated.ts'
import { RULES } from './rules.ts'
import { WORDS } from './words.ts'

interface Examples {
  readonly rule: string
  readonly positives: readonly string[]
  readonly negatives: readonly string[]
  readonly evasions: readonly string[]
}

const EXAMPLES: readonly Examples[] = RULE_EXAMPLES.split('\n# ')
  .map((block) => block.replace(/^\s*# /, '').trim())
  .filter((block) => block !== '')
  .map((block) => {
    const [rule = '', ...lines] = block.split('\n')
    const marked = (mark: string): readonly string[] =>
      lines
        .filter((line) => line.startsWith(`${mark} `))
        .map((line) =>
          line
            .slice(2)
            .replaceAll('\\n', '\n')
            .replace(/\\(?=`|\$\{)/g, ''),
        )
    return { rule, positives: marked('+'), negatives: marked('-'), evasions: marked('~') }
  })

const MEDIUM = rankSeverity('medium')

function finds(rule: string, text: string): boolean {
  return scanThreats(text).findings.some((finding) => finding.rule === rule)
}

function warns(rule: string, text: string): boolean {
  const { findings } = scanThreats(text)
  return findings.some(
    (finding) => finding.rule === rule && rankSeverity(finding.severity) >= MEDIUM,
  )
}

const rules = RULES.filter((rule) => rule.family !== 'cipher')
const cases = (
  pick: (examples: Examples) => readonly string[],
): readonly (readonly [string, string])[] =>
  EXAMPLES.flatMap((examples) => pick(examples).map((text) => [examples.rule, text] as const))

describe('RULES', () => {
  it('are the ones that were compiled; else run npm run generate', () => {
    expect(RULE_TABLES).toEqual(writeRuleTables(RULES, WORDS))
    expect(RULE_TABLES.reach.length / 2).toBeLessThan(MAX_NUMBER)
  })

  it('have an id of their own, with the words of its title in one sentence', () => {
    expect(new Set(RULES.map((rule) => rule.id)).size).toBe(RULES.length)
    for (const rule of RULES) {
      expect(rule.id).toMatch(/^[a-z-]+\.[a-z0-9-]+$/)
      expect(rule.title).toMatch(/^[^\n]{5,120}\.$/)
      expect(rule.languages.length).toBeGreaterThan(0)
    }
  })

  it('name only word classes that exist, and stems of four letters or more', () => {
    const members = Object.values(WORDS).flatMap(readMembers)
    const steps = [...RULES.flatMap((rule) => rule.patterns), ...members.filter(isRow)].flatMap(
      parsePattern,
    )
    const names = steps.flatMap((step) => [
      ...readAlternatives(step.words)
        .filter((word) => word.startsWith('@'))
        .map((word) => word.slice(1)),
      ...(step.without === undefined ? [] : [step.without]),
    ])
    expect([...new Set(names)].filter((name) => WORDS[name] === undefined)).toEqual([])
    const words = [
      ...steps.flatMap((step) => readAlternatives(step.words)),
      ...members.filter((member) => !isRow(member)),
    ]
    expect(words.filter((word) => /^\S{1,3}\*$/.test(word) || /\S\*\S/.test(word))).toEqual([])
  })

  it('have conditions that keep no state and repeat nothing without bound twice', () => {
    for (const rule of RULES) {
      for (const condition of [
        rule.before,
        rule.after,
        rule.notBefore,
        rule.notAfter,
        rule.within,
        rule.notWithin,
      ]) {
        expect(condition?.flags ?? '').not.toMatch(/[gy]/)
        expect(condition?.source ?? '').not.toMatch(/[*+]\)[*+]/)
      }
    }
  })

  it.each(rules.map((rule) => rule.id))(
    '%s has examples of what it finds and leaves alone',
    (id) => {
      const examples = EXAMPLES.find((one) => one.rule === id)
      expect(examples?.positives.length ?? 0).toBeGreaterThanOrEqual(20)
      expect(examples?.negatives.length ?? 0).toBeGreaterThanOrEqual(20)
      expect(examples?.evasions.length ?? 0).toBeGreaterThanOrEqual(1)
    },
  )

  it.each(cases((examples) => examples.positives))('%s finds: %s', (rule, text) => {
    expect(finds(rule, text)).toBe(true)
  })

  it.each(cases((examples) => examples.negatives))('%s leaves alone: %s', (rule, text) => {
    expect(warns(rule, text)).toBe(false)
  })

  it('say honestly what slips by', () => {
    const caught = cases((examples) => examples.evasions).filter(([rule, text]) =>
      finds(rule, text),
    )
    expect(caught).toEqual([])
  })
})
