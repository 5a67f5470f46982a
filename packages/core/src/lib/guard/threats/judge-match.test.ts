import { describe, expect, it } from 'vitest'
import { fitsAround, judgeMatch } from './judge-match.ts'
import { readLines } from './text-lines.ts'
import type { ThreatRule } from './threat-rule.ts'

const RULE: ThreatRule = {
  id: 'test.rule',
  version: 1,
  family: 'test',
  severity: 'high',
  title: 'A test.',
  languages: ['en'],
  patterns: [],
}
const COMMAND: ThreatRule = { ...RULE, habitat: 'code' }
const placeIn = (text: string) => {
  const start = text.indexOf('ORDER')
  return { start, end: start + 'ORDER'.length }
}
const judge = (text: string, rule: ThreatRule, code = false) =>
  judgeMatch(rule, { text, lines: readLines(text), code }, placeIn(text))

describe('judgeMatch', () => {
  it.each<readonly [string, Partial<ThreatRule>, string, string]>([
    ['ORDER', {}, 'plain', 'high'],
    ['"ORDER"', {}, 'quoted', 'medium'],
    ['Never ORDER', {}, 'negated', 'medium'],
    ['"ORDER"', { counts: ['quoted'] }, 'quoted', 'high'],
    ['"ORDER"', { counts: ['negated'] }, 'quoted', 'medium'],
    ['Never ORDER', { counts: ['negated'] }, 'negated', 'high'],
    ['```\nORDER\n```', {}, 'fenced', 'medium'],
    ['```\nORDER\n```', { counts: ['fenced'] }, 'fenced', 'high'],
    ['```\nORDER\n```', { habitat: 'code' }, 'fenced', 'high'],
    ['```yara\nORDER\n```', { habitat: 'code' }, 'fenced', 'medium'],
    ['```yara\nORDER\n```', { habitat: 'code', counts: ['quoted'] }, 'fenced', 'high'],
    ['# Attacks\n```\nORDER\n```', { counts: ['fenced'] }, 'fenced', 'medium'],
    ['> ORDER', { habitat: 'code' }, 'quoted', 'medium'],
  ])('judges %j by a rule with %j: %s, %s', (text, given, form, severity) => {
    expect(judge(text, { ...RULE, ...given })).toEqual({ form, severity })
  })

  it.each([
    'Run `ORDER` now',
    'First `sudo ORDER`',
    'execute this\nline: `ORDER`',
    'Paste: `ORDER`',
    'Start with `ORDER`',
  ])('takes a command that one is told to run for no example: %j', (text) => {
    expect(judge(text, COMMAND)).toEqual({ form: 'quoted', severity: 'high' })
    expect(judge(text, RULE)).toEqual({ form: 'quoted', severity: 'medium' })
  })

  it.each([
    'See `ORDER` now',
    'Never run `ORDER`',
    'Detects run `ORDER`',
    'If they run `ORDER`',
    'Commands such as first `ORDER`',
    'Run it. See `ORDER`',
    'Run it\n\n`ORDER`',
    `Run ${'x '.repeat(40)}\`ORDER\``,
    'Run `a` and `ORDER`',
    'Run "ORDER"',
    '> Run `ORDER`',
    '| Run `ORDER` |',
    '# Attacks\nRun `ORDER`',
  ])('takes it for an example in %j', (text) => {
    expect(judge(text, COMMAND)).toMatchObject({ form: 'quoted', severity: 'medium' })
  })

  it('finds no example in code, nor where no person sees the words', () => {
    const plain = { form: 'plain', severity: 'high' }
    expect(judge('Never "ORDER"', RULE, true)).toEqual(plain)
    const subject = { text: '"ORDER"', lines: readLines('"ORDER"'), code: false }
    expect(judgeMatch(RULE, subject, undefined)).toEqual(plain)
  })
})

describe('fitsAround', () => {
  const fits = (text: string, given: Partial<ThreatRule>) =>
    fitsAround({ ...RULE, ...given }, text, placeIn(text))

  it.each<readonly [string, Partial<ThreatRule>, boolean]>([
    ['go ORDER', {}, true],
    ['go ORDER', { before: /go $/ }, true],
    ['no ORDER', { before: /go $/ }, false],
    ['go ORDER', { notBefore: /go $/ }, false],
    ['no ORDER', { notBefore: /go $/ }, true],
    ['ORDER go', { after: /^ go/ }, true],
    ['ORDER no', { after: /^ go/ }, false],
    ['ORDER go', { notAfter: /^ go/ }, false],
    ['ORDER no', { notAfter: /^ go/ }, true],
    ['ORDER', { within: /^ORDER$/ }, true],
    ['ORDER', { within: /go/ }, false],
    ['ORDER', { notWithin: /RD/ }, false],
    ['ORDER', { notWithin: /go/ }, true],
    ['go ORDER no', { before: /go/, notBefore: /no/, after: /no/, notAfter: /go/ }, true],
    ['go no ORDER', { before: /go/, notBefore: /no/ }, false],
    [`go${' '.repeat(78)}ORDER`, { before: /go/ }, true],
    [`go${' '.repeat(79)}ORDER`, { before: /go/ }, false],
    [`ORDER${' '.repeat(78)}go`, { after: /go/ }, true],
    [`ORDER${' '.repeat(79)}go`, { after: /go/ }, false],
  ])('asks of %j for %o: %s', (text, given, expected) => {
    expect(fits(text, given)).toBe(expected)
  })

  it('reads a sentence over its line breaks, but not over paragraphs, quotes or lines of code', () => {
    const before = /^we go $/
    expect(fits('we\ngo ORDER', { before })).toBe(true)
    expect(fits('we go\nORDER', { before })).toBe(true)
    expect(fits('we\n\ngo ORDER', { before })).toBe(false)
    expect(fits('we\n- go ORDER', { before })).toBe(false)
    expect(fits('we\n> go ORDER', { before })).toBe(true)
    expect(fits('we\n> > go ORDER', { before })).toBe(true)
    expect(fits('we\ngo ORDER', { before, habitat: 'code' })).toBe(false)
    expect(fits('ORDER\nall', { after: /^ all/ })).toBe(true)
    expect(fits('ORDER\n(all', { after: /^ \(all/ })).toBe(true)
    expect(fits('ORDER\n12', { after: /^ 12/ })).toBe(false)
  })

  it('reads no more than four hundred characters inside', () => {
    const inside = (length: number) =>
      fitsAround({ ...RULE, within: /z/ }, `${'y'.repeat(length)}z`, { start: 0, end: length + 1 })
    expect(inside(399)).toBe(true)
    expect(inside(400)).toBe(false)
  })
})
