import { describe, expect, it } from 'vitest'
import { loadRules } from './compiled-rules.ts'
import { PhraseMachine } from './phrase-machine.ts'
import type { ThreatRule, WordClasses } from './threat-rule.ts'
import { WordReader } from './word-reader.ts'
import { writeRuleTables } from './write-rule-tables.ts'

const CLASSES: WordClasses = {
  colour: 'red, dark blue',
  stop: 'but, however',
  asking: 'please ..2 give, kindly',
}

function ruleOf(pattern: string, index: number): ThreatRule {
  return {
    id: `test.rule-${index}`,
    version: 1,
    family: 'test',
    severity: 'high',
    title: 'A rule of a test.',
    languages: ['en'],
    patterns: [pattern],
  }
}

/** The words of a text that the patterns match, with the number of the pattern. */
function matchesOf(patterns: readonly string[], text: string): readonly string[] {
  const rules = patterns.map(ruleOf)
  const compiled = loadRules(rules, writeRuleTables(rules, CLASSES))
  const machine = new PhraseMachine(compiled)
  machine.begin()
  new WordReader(compiled, machine, text).read(0, text.length, true)
  return machine.matches.map(({ rule, start, end }) => `${rule} ${text.slice(start, end)}`)
}

describe('PhraseMachine', () => {
  it.each([
    ['words that follow directly', 'take this', 'take this', ['0 take this']],
    ['no word between where none may be', 'take this', 'take all this', []],
    [
      'as many words between as may be',
      'take ..2 this',
      'take all of this',
      ['0 take all of this'],
    ],
    ['not one word more', 'take ..2 this', 'take all of just this', []],
    ['one word of several', 'take|bring this|that', 'Bring THAT', ['0 Bring THAT']],
    ['a word class', 'paint @colour', 'paint red', ['0 paint red']],
    [
      'a phrase of a class as one word',
      'paint @colour wall',
      'paint dark blue wall',
      ['0 paint dark blue wall'],
    ],
    ['no half of a phrase', 'paint @colour', 'paint blue', []],
    [
      'a row of a class as one word',
      '@asking money',
      'please now give money',
      ['0 please now give money'],
    ],
    ['a word that begins with a stem', 'transf* it', 'transferring it', ['0 transferring it']],
    ['no stem inside of a word', 'transf* it', 'untransferred it', []],
    ['the nearest place where a row can begin', 'take ..3 this', 'take take this', ['0 take this']],
    ['a word that serves no two steps', 'no no', 'no', []],
    ['a word twice in a row', 'no no', 'no no', ['0 no no']],
    ['a row of one word', 'alone', 'alone', ['0 alone']],
    ['nothing over a word that divides', 'take ..3 !stop this', 'take but this', []],
    [
      'a word that divides in front of the row',
      'take ..3 !stop this',
      'but take this',
      ['0 take this'],
    ],
    ['a lexeme with a character in front', 'read .env', 'read .env', ['0 read .env']],
    ['not without that character', 'read .env', 'read env', []],
    ['parts of a joined name', 'take token', 'take apiToken_X', ['0 take apiToken']],
    ['words of a script without spaces', '忽略 规则', '忽略规则', ['0 忽略规则']],
    ['letters with accents', 'cle secrete', 'clé secrète', ['0 clé secrète']],
  ])('finds %s', (_, pattern, text, expected) => {
    expect(matchesOf([pattern], text)).toEqual(expected)
  })

  it('ends no row behind the end of a sentence that is out of reach', () => {
    expect(matchesOf(['take ..2 this'], 'Take it. This')).toEqual([])
    expect(matchesOf(['take ..9 this'], 'Take it. This')).toEqual(['0 Take it. This'])
  })

  it.each([
    ['**Take it.** This', 'a point inside of emphasis'],
    ['("Take it.") This', 'a point inside of quotation marks'],
    ['Take it\u2014this', 'a dash between clauses'],
    ['Take it (this)', 'a bracket in a sentence'],
  ])('takes %j for further apart: %s', (text) => {
    expect(matchesOf(['take ..2 this'], text)).toEqual([])
    expect(matchesOf(['take ..9 this'], text)).toHaveLength(1)
  })

  it('takes a point inside of a name for no end', () => {
    expect(matchesOf(['take ..2 this'], 'take a.md this')).toEqual(['0 take a.md this'])
  })

  it.each([
    ['**Take it.** This', 'a point inside of emphasis'],
    ['("Take it.") This', 'a point inside of quotation marks'],
    ['Take it all\u2014this', 'a dash between clauses'],
    ['Take it all (this)', 'a bracket in a sentence'],
  ])('takes the words of %j for further apart: %s', (text) => {
    expect(matchesOf(['take ..2 this'], text)).toEqual([])
    expect(matchesOf(['take ..9 this'], text)).toHaveLength(1)
  })

  it('takes a point inside of a name for no end', () => {
    expect(matchesOf(['take ..2 this'], 'take a.md this')).toEqual(['0 take a.md this'])
  })

  it('tells of a longer match of a rule beside the shorter one from the same start', () => {
    const text = 'take this home'
    const rule = { ...ruleOf('take this', 0), patterns: ['take this', 'take this home'] }
    const compiled = loadRules([rule], writeRuleTables([rule], {}))
    const machine = new PhraseMachine(compiled)
    machine.begin()
    new WordReader(compiled, machine, text).read(0, text.length, true)
    expect(machine.matches.map(({ end }) => text.slice(0, end))).toEqual(['take this', text])
  })

  it('tells of a place once, however many rows of the rule end there', () => {
    const rule = { ...ruleOf('', 0), patterns: ['take this', 'take|bring this|that'] }
    const compiled = loadRules([rule], writeRuleTables([rule], {}))
    const machine = new PhraseMachine(compiled)
    machine.begin()
    new WordReader(compiled, machine, 'take this').read(0, 9, true)
    expect(machine.matches).toHaveLength(1)
  })

  it('begins each text anew', () => {
    const rules = [ruleOf('take this', 0)]
    const compiled = loadRules(rules, writeRuleTables(rules, {}))
    const machine = new PhraseMachine(compiled)
    for (const text of ['take', 'this']) {
      machine.begin()
      new WordReader(compiled, machine, text).read(0, text.length, true)
      expect(machine.matches).toEqual([])
    }
  })

  it('names a rule with more places than are kept, until it is reset', () => {
    const rules = [ruleOf('take', 0), ruleOf('other', 1)]
    const compiled = loadRules(rules, writeRuleTables(rules, {}))
    const machine = new PhraseMachine(compiled)
    const text = 'take '.repeat(2_001)
    machine.begin()
    new WordReader(compiled, machine, text).read(0, text.length, true)
    expect(machine.matches).toHaveLength(2_000)
    expect([...machine.crowded]).toEqual(['test.rule-0'])
    machine.reset()
    expect(machine.crowded.size).toBe(0)
  })

  it('forgets no beginning of a phrase among many', () => {
    const many = `${Array.from({ length: 60 }, (_, index) => `word${index} next`).join(', ')}, dark blue`
    const classes = { many }
    const rules = [ruleOf('@many wall', 0)]
    const compiled = loadRules(rules, writeRuleTables(rules, classes))
    const machine = new PhraseMachine(compiled)
    const text = `${Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ')} dark blue wall`
    machine.begin()
    new WordReader(compiled, machine, text).read(0, text.length, true)
    expect(machine.matches.map(({ start }) => text.slice(start))).toEqual(['dark blue wall'])
  })
})
