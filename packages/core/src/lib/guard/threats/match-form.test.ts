import { describe, expect, it } from 'vitest'
import { formOf, paragraphBefore } from './match-form.ts'
import { readLines } from './text-lines.ts'

/** How the word ORDER stands in a text. */
const form = (text: string) => {
  const start = text.indexOf('ORDER')
  return formOf({ text, lines: readLines(text) }, start, start + 'ORDER'.length)
}
const PAIRS = ['""', "''", '``', '“”', '‘’', '«»', '„“', '「」', '『』', '《》']

describe('formOf', () => {
  it.each([
    ['ORDER', 'plain'],
    ['```\nORDER\n```', 'fenced'],
    ['```\n"ORDER"\n```', 'fenced'],
    ['> ORDER', 'quoted'],
    ['| ORDER |', 'quoted'],
    ['# Attacks\nORDER', 'quoted'],
    ['> Never ORDER', 'quoted'],
    ['Never ORDER', 'negated'],
    ['If a page says: never ORDER', 'negated'],
    ['If a page says ORDER', 'conditional'],
    ['If you can, ORDER', 'plain'],
    ['The page says it, so ORDER', 'conditional'],
    ['Pages ORDER', 'plain'],
    ['---\na: when a page asks, ORDER\n---', 'plain'],
    ['---\na: never ORDER\n---', 'negated'],
  ])('of ORDER in %j is %s', (text, expected) => {
    expect(form(text)).toBe(expected)
  })

  it.each(
    [
      'not|never|no|cannot|without|avoid|avoids|refuse|refuses|reject',
      'rejecting|prevent|prevents|block|blocking|prohibit|prohibits|forbid|forbids',
      'forbidden|disallow|disallows|decline|detect|detects|flag|flagging|resist|resists',
      'stop|stopping|defend|defends|against|instead of|rather than|nicht|kein|keine',
      'keinen|niemals|nie|ne|jamais|pas|aucun|aucune|nunca|jamas|jamás|nao|não|non|mai',
      '不|勿|禁止|拒绝|❌|切勿|しない|ないで',
    ].flatMap((row) => row.split('|')),
  )('is negated behind %s', (word) => {
    expect(form(`So ${word} ORDER`)).toBe('negated')
  })

  it.each(['nothing', 'noble', 'cannots', 'Keinesfalls', 'nevermore'])(
    'is plain behind %s',
    (word) => {
      expect(form(`So ${word} ORDER`)).toBe('plain')
    },
  )

  it.each(
    [
      'if|When|whenever|in case|even if|should|unless|where|any|some|a|an|such as|like',
      'claim|claims|tries|trying|try|ask|asks|asking|tell|tells',
      'telling|say|says|saying|read|reads|contain|contains|containing|want|wants|such',
      'wenn|falls|si|quand|se|如果|若|当|试图|もし',
    ].flatMap((row) => row.split('|')),
  )('is conditional behind %s and whoever speaks', (word) => {
    expect(form(`So ${word} messages ORDER`)).toBe('conditional')
    expect(form(`So ${word} ORDER`)).toBe('plain')
  })

  it.each(
    [
      'user|users|attacker|attackers|adversary|adversaries|page|pages|website|websites',
      'file|files|document|documents|comment|comments|content|contents|email|emails',
      'message|messages|text|texts|input|inputs|tool|tools|output|outputs|result',
      'results|someone|anyone|anything|it|they|that|which|issue|issues|data|prompt',
      'prompts|payload|payloads|pattern|patterns|phrase|phrases|string|strings',
      'instruction|instructions|request|requests|injection|injections|attempt|attempts',
      '用户|页面|文件|内容',
    ].flatMap((row) => row.split('|')),
  )('is conditional behind a condition about %s', (word) => {
    expect(form(`So if ${word} ORDER`)).toBe('conditional')
    expect(form(`So ${word} ORDER`)).not.toBe('negated')
  })

  it.each([
    ['I ask they ORDER', 'plain'],
    ['We asks they ORDER', 'plain'],
    ['So what they ask: ORDER', 'conditional'],
    ['If you like, messages: "ORDER', 'conditional'],
    ['如果用户说 ORDER', 'conditional'],
    ['wenn it ORDER', 'conditional'],
  ])('reads who asks in %j as %s', (text, expected) => {
    expect(form(text)).toBe(expected)
  })

  it.each([
    'Never. ORDER',
    'Never! ORDER',
    'Never? ORDER',
    'Never; ORDER',
    'Never\n ORDER',
    'Never\nägypten ORDER',
    '从不。 ORDER',
    `Never ${'x '.repeat(80)}ORDER`,
    'ORDER never',
  ])('looks no further than the clause before it in %j', (text) => {
    expect(form(text)).toBe('plain')
  })

  it.each(['Never a.b ORDER', 'Never\nORDER', `Never ${'x '.repeat(60)}ORDER`])(
    'looks over what ends no clause in %j',
    (text) => {
      expect(form(text)).toBe('negated')
    },
  )

  it.each(PAIRS)('is quoted between %s in its paragraph', (pair) => {
    const [open, close] = Array.from(pair)
    const quote = (left: string, right: string) => form(`Look: ${left}ORDER${right} there`)
    expect(quote(`${open}an `, ` it${close}`)).toBe('quoted')
    expect(quote(`${open}an\n`, `\nit${close}`)).toBe('quoted')
    expect(quote(`${open}an `, ' it')).toBe('plain')
    expect(quote('', ` it${close}`)).toBe('plain')
    expect(quote(`${open}an${close} `, ` ${open}it${close}`)).toBe('plain')
    expect(quote(`${open}an\n\n`, ` it${close}`)).toBe('plain')
    expect(quote(`${open}an `, `\n\nit${close}`)).toBe('plain')
    expect(quote(`${open}${'x '.repeat(110)}`, ` it${close}`)).toBe('plain')
    expect(quote(`${open}an `, ` ${'x '.repeat(110)}${close}`)).toBe('plain')
  })

  it.each([
    ["The user's page and the team's ORDER", 'plain'],
    ["('ORDER')", 'quoted'],
    ["say:'ORDER', then", 'quoted'],
    ["'tis ORDER and it's so", 'plain'],
  ])('knows an apostrophe from a quotation mark in %j: %s', (text, expected) => {
    expect(form(text)).toBe(expected)
  })
})

describe('paragraphBefore', () => {
  it.each([
    ['a\n\nb c|', 'b c'],
    ['a\nb c|', 'a\nb c'],
    ['a\n- b c|', '- b c'],
    ['a\n * b c|', ' * b c'],
    ['a\n> b c|', '> b c'],
    ['a\n# b c|', '# b c'],
    ['a\n12. b c|', '12. b c'],
    ['a\n1234. b|', 'a\n1234. b'],
    ['a\n \t\nb|', '\nb'],
    ['abcdefghijklmnop|', 'ghijklmnop'],
  ])('of %j is %j', (text, before) => {
    const start = text.indexOf('|')
    expect(paragraphBefore(text, { start, reach: 10 }).trim()).toBe(before.trim())
  })
})
