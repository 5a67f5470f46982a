import { describe, expect, it } from 'vitest'
import { findHiddenText } from './find-hidden-text.ts'

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
