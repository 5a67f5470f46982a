import { describe, expect, it } from 'vitest'
import { findHiddenText, HIDDEN_TEXT_RULES } from './find-hidden-text.ts'

function rules(text: string, code = false): readonly string[] {
  const found = findHiddenText(text, { code, unseen: true, letters: true })
  return [...new Set(found.map(({ rule }) => rule.id.replace('hidden-text.', '')))]
}

const tags = (text: string) =>
  Array.from(text, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')

describe('findHiddenText', () => {
  it.each([
    ['tag characters', `a${tags('hi')}`, ['tag-characters']],
    ['variation selectors', 'a\u{e0101}\u{e0102}\u{e0103}', ['variation-selectors']],
    ['a run of zero-width bits', 'a\u200b\u200c\u200b\u200c\u200b b', ['zero-width-run']],
    ['spliced words', 'ig\u200bno\u200bre th\u200bis', ['spliced-words']],
    ['one stray character', 'a.\u200b b', ['stray-invisible']],
    ['an override', 'a\u202eb', ['bidi-control']],
    ['a mark', 'a\u200eb', ['direction-mark']],
    ['mixed letters', 'ignоre', ['mixed-script']],
    ['a concealing sequence', 'a\u001b[8mb', ['control-characters', 'terminal-conceal']],
    ['an overwriting return', 'good\rbad\nx', ['terminal-conceal']],
  ])('finds %s', (_, text, expected) => {
    expect([...rules(text)].sort()).toEqual(expected)
  })

  it.each([
    'plain',
    'héllo wörld',
    'Привет мир',
    'λx and Δt',
    '👩‍💻',
    '\ufeffa',
    'می‌خواهم',
    'a\r\nb',
    'a\rb\rc',
  ])('leaves %j alone', (text) => {
    expect(rules(text)).toEqual([])
  })

  it('takes a single splice in code seriously', () => {
    expect(rules('is\u200bAdmin()', true)).toEqual(['spliced-words'])
  })

  it('spells what tag characters say', () => {
    expect(
      findHiddenText(tags('hi'), { code: false, unseen: true, letters: true })[0]?.decoded,
    ).toContain('hi')
  })
})

describe('what is found', () => {
  const found = (text: string, code = false) =>
    findHiddenText(text, { code, unseen: true, letters: true }).map(({ rule, start, end }) => [
      rule.id.replace('hidden-text.', ''),
      rule.severity,
      text.slice(start, end),
    ])

  it.each<readonly [string, readonly (readonly [string, string, string])[]]>([
    [`a${tags('hi')}b`, [['tag-characters', 'critical', tags('hi')]]],
    [`a${tags('h')}b`, [['stray-invisible', 'low', tags('h')]]],
    ['a\ufe01\ufe02b', [['variation-selectors', 'critical', '\ufe01\ufe02']]],
    ['a\ufe01b', []],
    ['a \u200b\u200c\u200b\u200c b', [['zero-width-run', 'critical', '\u200b\u200c\u200b\u200c']]],
    ['a \u200b\u200c\u200b b', [['stray-invisible', 'low', '\u200b\u200c\u200b']]],
    ['a \u200b\u200b\u200b\u200b b', [['stray-invisible', 'low', '\u200b\u200b\u200b\u200b']]],
    ['ig\u200bnore', [['split-word', 'medium', '\u200b']]],
    ['i\u00adgnore', [['stray-invisible', 'low', '\u00ad']]],
    ['i.\u200bg', [['stray-invisible', 'low', '\u200b']]],
    ['1\u200b2', [['stray-invisible', 'low', '\u200b']]],
    ['é\u200bb', [['stray-invisible', 'low', '\u200b']]],
    ['\u200bgo', [['stray-invisible', 'low', '\u200b']]],
    ['a\u202eb', [['bidi-control', 'high', '\u202e']]],
    ['a\u2066b', [['bidi-control', 'high', '\u2066']]],
    ['a\u200fb', [['direction-mark', 'low', '\u200f']]],
    ['x ignоre y', [['mixed-script', 'high', 'ignоre']]],
    ['Αpple', [['mixed-script', 'high', 'Αpple']]],
    ['Ꭰog', [['mixed-script', 'high', 'Ꭰog']]],
    ['aλb', []],
    ['aоλb', []],
    ['оо', []],
    ['aо', []],
    [
      'a\u001b[8mb',
      [
        ['control-characters', 'low', '\u001b'],
        ['terminal-conceal', 'high', '\u001b[8m'],
      ],
    ],
    [
      'a\u001b[1;31;8mb',
      [
        ['control-characters', 'low', '\u001b'],
        ['terminal-conceal', 'high', '\u001b[1;31;8m'],
      ],
    ],
    [
      'a\u009b8mb',
      [
        ['control-characters', 'low', '\u009b'],
        ['terminal-conceal', 'high', '\u009b8m'],
      ],
    ],
    ['a\u001b[31mb', [['control-characters', 'low', '\u001b']]],
    [
      '\u001b]8;;x\u001b\\y',
      [
        ['control-characters', 'low', '\u001b'],
        ['control-characters', 'low', '\u001b'],
        ['terminal-conceal', 'high', '\u001b]8;;x\u001b\\'],
      ],
    ],
    ['good\rbad\nx', [['terminal-conceal', 'high', 'd\r']]],
    ['good\rbad', []],
    ['good\r\nbad\n', []],
    ['\ufeffa\ufeff b', [['stray-invisible', 'low', '\ufeff']]],
  ])('in %j', (text, expected) => {
    expect(found(text)).toEqual(expected)
  })

  it.each([
    ['ig\u200bno\u200bre th\u200bis', 3],
    ['a\u200b b \u200bc 1\u200b2', 3],
    ['ig\u200bno\u200bre', 0],
    ['a.\u200bb. c.\u200bd. e.\u200bf', 0],
    ['a \u200b b \u200b c \u200b d', 0],
  ])('splices words in %j at %i places', (text, count) => {
    expect(rules(text).includes('spliced-words')).toBe(count > 0)
    expect(found(text).filter(([name]) => name === 'spliced-words')).toHaveLength(count)
  })

  it('is a rule that counts wherever it stands, but for look-alike letters', () => {
    expect(HIDDEN_TEXT_RULES).toHaveLength(11)
    for (const { id, title, family, counts, patterns, languages } of HIDDEN_TEXT_RULES) {
      expect(id).toMatch(/^hidden-text\.[a-z-]+$/)
      expect(title).toMatch(/^[A-Z].*\.$/)
      expect([family, patterns, languages]).toEqual(['hidden-text', [], ['code']])
      const forms = ['fenced', 'quoted', 'negated', 'conditional']
      expect(counts).toEqual(id === 'hidden-text.mixed-script' ? [] : forms)
    }
  })

  it('spells only what carries a text', () => {
    const decoded = (text: string) =>
      findHiddenText(text, { code: false, unseen: true, letters: true }).map(
        (one) => 'decoded' in one,
      )
    expect(decoded(`a${tags('hi')} b\u202ec о\u0441a`)).toEqual([true, false, false])
    expect(decoded('a\ufe01\u{e0158}\u{e0159}')).toEqual([true])
  })
})
