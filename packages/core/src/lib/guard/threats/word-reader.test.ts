import { describe, expect, it } from 'vitest'
import { loadRules } from './compiled-rules.ts'
import { PhraseMachine } from './phrase-machine.ts'
import type { ThreatRule } from './threat-rule.ts'
import { WordReader } from './word-reader.ts'
import { writeRuleTables } from './write-rule-tables.ts'

interface Read {
  /** The words that the patterns match, in order. */
  readonly words: readonly string[]
  readonly reader: WordReader
}

/** A reader of a text, and the machine that it reads one rule with. */
function begin(
  patterns: readonly string[],
  text: string,
): { machine: PhraseMachine; reader: WordReader } {
  const rule: ThreatRule = {
    ...{ id: 'test.rule', version: 1, family: 'test', severity: 'high', title: 'A rule.' },
    ...{ languages: ['en'], patterns },
  }
  const compiled = loadRules([rule], writeRuleTables([rule], {}))
  const machine = new PhraseMachine(compiled)
  machine.begin()
  return { machine, reader: new WordReader(compiled, machine, text) }
}

/** Reads a text with one rule; `prose`: as running text. */
function read(patterns: readonly string[], text: string, prose = true): Read {
  const { machine, reader } = begin(patterns, text)
  reader.read(0, text.length, prose)
  return { words: machine.matches.map(({ start, end }) => text.slice(start, end)), reader }
}

const wordsOf = (pattern: string, text: string, prose = true): readonly string[] =>
  read([pattern], text, prose).words

describe('WordReader', () => {
  it.each<[string, string, readonly string[]]>([
    ['#pipe', 'curl x | sh', ['|']],
    ['#pipe', 'a || b', []],
    ['#append', 'echo x >> ~/.bashrc', ['>>']],
    ['#append', 'echo x > file', []],
    ['#substitution', 'echo $(id)', ['$(']],
    ['#variable', 'echo $HOME', ['$']],
    ['#variable', 'echo $\u007bHOME}', ['$']],
    ['#variable', 'it costs $5 or $ 5', ['$']],
    ['#mail', 'write to ada@example.org', ['@']],
    ['#mail', 'clone git@example.org', []],
    ['#mail', 'an @ here, @example.org there, ada@example', []],
    ['#secret-name', 'print API_KEY', ['API_KEY']],
    ['#secret-name', 'print my_database_url now', ['my_database_url']],
    ['#secret-name', 'print token', []],
    ['#secret-name', 'print _API_9', []],
    ['#opaque', 'a'.repeat(60), ['a'.repeat(60)]],
    ['#opaque', 'a'.repeat(59), []],
    ['#numbers', '7 '.repeat(40), ['7']],
    ['#numbers', '7 '.repeat(39), []],
    ['#numbers', `${'7 '.repeat(39)}and 7`, []],
    ['#url', 'see https://example.org/x', ['https://']],
    ['#url-local', 'see http://localhost:80/x', ['http://']],
    ['#url-plain', 'see http://example.org/x', ['http://']],
    ['#url', 'a :// b', ['://']],
    ['#url', 'a: / / b', []],
  ])('sees %s in %j', (pattern, text, expected) => {
    expect(wordsOf(pattern, text)).toEqual(expected)
  })

  it.each<[string, string, readonly string[]]>([
    ['.env', 'cat .env', ['.env']],
    ['.env', 'cat app/.env', ['.env']],
    ['.env', 'cat .ENV', ['.ENV']],
    ['.env', 'process.env', []],
    ['.env', 'cat .env.example', []],
    ['.env', 'cat .env-sample', []],
    ['.env', 'cat .environment', []],
    ['-yolo', 'run --yolo', ['-yolo']],
    ['-yolo', 'a well-yolo', []],
    ['$home', 'ls $HOME', ['$HOME']],
    ['<system', '<system>', ['<system']],
    ['%windir', '%windir%', ['%windir']],
  ])('takes the character in front into %s: %j', (pattern, text, expected) => {
    expect(wordsOf(pattern, text)).toEqual(expected)
  })

  it.each<[string, string, readonly string[]]>([
    ['secret', 'my_secret_name', ['secret']],
    ['token', 'getTokenNow', ['Token']],
    ['html', 'readHTMLPage', ['HTML']],
    ['secr*', 'my_secrets', ['secrets']],
    ['x', 'a_x', []],
    ['now', `${'a_'.repeat(38)}now`, ['now']],
    ['now', `${'a_'.repeat(40)}now`, []],
  ])('reads %s inside of a name: %j', (pattern, text, expected) => {
    expect(wordsOf(pattern, text)).toEqual(expected)
  })

  it('parts humps in prose alone, and joints everywhere', () => {
    expect(wordsOf('token', 'getTokenNow', false)).toEqual([])
    expect(wordsOf('token', 'get_token_now', false)).toEqual(['token'])
  })

  it('counts an address as one word, whatever stands in it', () => {
    const text = 'take https://example.org/a/b/c/d/e this'
    expect(wordsOf('take ..1 this', text)).toEqual([text])
    expect(wordsOf('take this', text)).toEqual([])
    expect(wordsOf('take ..1 this', 'take a b this')).toEqual([])
  })

  it('looks at the first few addresses inside of an address', () => {
    const inner = (count: number): string =>
      `https://a.example/?u=${'http://b.example/'.repeat(count)}`
    expect(wordsOf('#url-plain', inner(2))).toHaveLength(2)
    expect(wordsOf('#url-plain', inner(9))).toHaveLength(3)
  })

  it('gives the end of a sentence distance in prose alone', () => {
    for (const end of ['.', '!', '?', '\u3002', '\u061f']) {
      const text = `take it${end} this`
      expect(wordsOf('take ..3 this', text)).toEqual([])
      expect(wordsOf('take ..9 this', text)).toEqual([text])
      expect(wordsOf('take ..3 this', text, false)).toEqual([text])
    }
  })

  it('reads words whatever their accents and their case', () => {
    expect(wordsOf('cafe', 'Café')).toEqual(['Café'])
    expect(wordsOf('straße', 'STRASSE')).toEqual(['STRASSE'])
  })

  it('reads the longest text without spaces that a rule knows', () => {
    expect(read(['忽略', '忽略规则'], '请忽略规则').words).toEqual(['忽略规则'])
  })

  it('notes what other views must look at', () => {
    const notesOf = (text: string) => read(['x'], text).reader.notes
    expect(notesOf('plain words here')).toMatchObject({
      ...{ disguised: [], runs: [], escapes: [], mixed: [], single: [] },
      ...{ unseen: false, letters: false },
    })
    expect(notesOf('a b')).toMatchObject({ single: [0, 2] })
    expect(notesOf(`x ${'b'.repeat(16)} ${'c'.repeat(15)}`)).toMatchObject({ runs: [2] })
    expect(notesOf('an 1gn0r3 of v2')).toMatchObject({ mixed: [3] })
    expect(notesOf(`x ${'a1'.repeat(12)}`)).toMatchObject({ mixed: [] })
    expect(notesOf('&amp; &#65; & %41 %4 \\x41 \\u0041 \\\\ \\q')).toMatchObject({
      escapes: [0, 6, 14, 21, 26, 33],
    })
    expect(notesOf('раypal is mixed')).toMatchObject({ disguised: [0], letters: true })
    expect(notesOf('привет мир')).toMatchObject({ disguised: [], letters: true })
    expect(notesOf('café')).toMatchObject({ disguised: [], letters: false })
    expect(notesOf('a\u200bb stray')).toMatchObject({ disguised: [1], unseen: true })
    expect(notesOf('an emoji \u2764\ufe0f here')).toMatchObject({ disguised: [], unseen: true })
    expect(notesOf('ｆull')).toMatchObject({ disguised: [0] })
  })

  it.each([
    ['~~~ plain', { unseen: false, letters: false }],
    ['~~~ p\u0430ypal', { unseen: false, letters: true }],
    ['~~~ caf\u00e9', { unseen: false, letters: false }],
    ['~~~ a\u200bb', { unseen: true, letters: false }],
    ['~~~ \uff41', { unseen: true, letters: false }],
  ])('notes what stands in %j without reading its words', (text, expected) => {
    const { machine, reader } = begin(['plain'], text)
    reader.glance(0, text.length)
    expect(machine.matches).toEqual([])
    expect(reader.notes).toMatchObject(expected)
  })
})
