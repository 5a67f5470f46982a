import { describe, expect, it } from 'vitest'
import { findUnfitRuns } from './invisible-characters.ts'

/** A text with every run that is unfit as the reason in angle brackets. */
const marked = (text: string) => {
  let out = ''
  let at = 0
  for (const { start, end, reason } of findUnfitRuns(text, (offset) => offset === 0)) {
    out += `${text.slice(at, start)}<${reason}>`
    at = end
  }
  return out + text.slice(at)
}
const tag = (letters: string) =>
  Array.from(letters, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')

describe('findUnfitRuns', () => {
  it.each([
    ['variants of ideographs', '葛\u{e0100} 邊\ufe00\u3000辻\ufe01 一\ufe02'],
    ['variants of signs', '∩\ufe00 ≨\ufe00'],
    ['variants of Myanmar letters', 'က\ufe00'],
    ['variants of Phags-pa letters', 'ꡆ\ufe00'],
    ['variants of Manichaean letters', '𐫅\ufe00'],
    [
      'variants of CJK marks',
      '、\ufe00。\ufe01！\ufe00，\ufe01．\ufe00：\ufe00；\ufe00？\ufe01“\ufe00‘\ufe01',
    ],
    ['text and emoji presentation', '⚠\ufe0e ❤\ufe0f 1\ufe0f\u20e3 *\ufe0e\u20e3'],
    ['Mongolian variants', 'ᠠ\u180b ᠠ\u180c ᠠ\u180d ᠠ\u180e ᠠ\u180f'],
    ['breaks behind Thai', 'ไทย\u200babc'],
    ['breaks in front of Thai', 'abc\u200bไทย'],
    ['breaks of Lao, Khmer and Myanmar', 'ລາວ\u200b ខ្មែរ\u200b မြန်မာ\u200b'],
    ['joiners in front of a letter that joins', '\u200dه \u200cم'],
    ['joiners behind one', 'ه\u200d م\u200c'],
    ['joiners of emoji', '👩\u200d💻 ❤\ufe0f\u200d🔥 🕵🏽\u200d♂'],
    ['old Korean', '\u115f\u1161 \u1100\u1160'],
    ['blank patterns beside a drawing', '\u2800\u2800⠿\u2800⠛\u2800'],
    ['a flag', `🏴${tag('gbeng')}\u{e007f}`],
    ['soft hyphens of a word', 'Donau\u00addampf (Schiff\u00adfahrt "über\u00admä\u00dfig'],
    ['soft hyphens in words with marks', 'e\u0301te\u0301\u00adre\u0301te\u0301'],
  ])('keeps %s', (_, text) => {
    expect(marked(text)).toBe(text)
  })

  it.each<readonly [string, string]>([
    [
      'a\ufe00 。\ufe02 ∩\ufe03',
      'a<variation-selectors> 。<variation-selectors> ∩<variation-selectors>',
    ],
    [
      'a\ufe0f 1\ufe0f 1\ufe0fx',
      'a<variation-selectors> 1<variation-selectors> 1<variation-selectors>x',
    ],
    ['a\u{e0100} 葛\u{e0100}\u{e0101}', 'a<variation-selectors> 葛\u{e0100}<variation-selectors>'],
    ['a\u180b ᠠ\u180b\u180b', 'a<invisible> ᠠ\u180b<invisible>'],
    ['a\u200bb', 'a<invisible>b'],
    ['a\u200db ه\u200d\u200d', 'a<invisible>b ه\u200d<invisible>'],
    ['\u200d\u200dه', '<invisible>ه'],
    ['👩\u200da a\u200d💻', '👩<invisible>a a<invisible>💻'],
    ['\u115fa \u1160', '<invisible>a <invisible>'],
    ['a\u2800\u2800b', 'a<invisible>b'],
    ['⠿ \u2800', '⠿ <invisible>'],
    [`🏴${tag('gb')}\u{e007f}`, '🏴<tag-characters>'],
    [`🏴${tag('gbeng')}`, '🏴<tag-characters>'],
    [`🏴${tag('g1eng')}\u{e007f}`, '🏴<tag-characters>'],
    [`🏴${tag('gbengxy')}\u{e007f}`, '🏴<tag-characters>'],
    [`🏴${tag('gbeng')}\u{e007f}${tag('a')}`, `🏴${tag('gbeng')}\u{e007f}<tag-characters>`],
    [tag('a'), '<tag-characters>'],
    ['a\u00adbc', 'a<invisible>bc'],
    ['ab\u00adc', 'ab<invisible>c'],
    ['ab\u00adc\u00adde', 'ab<invisible>c<invisible>de'],
    ['a\u0301\u00adbc', 'a\u0301<invisible>bc'],
    ['ab\u00ad\u00adcd', 'ab<invisible>cd'],
    ['ab\u00ad cd', 'ab<invisible> cd'],
    ['<ab\u00adcd /ab\u00adcd @ab\u00adcd', '<ab<invisible>cd /ab<invisible>cd @ab<invisible>cd'],
    ['#ab\u00adcd x=ab\u00adcd', '#ab<invisible>cd x=ab<invisible>cd'],
    ['<\u200bab\u00adcd', '<<invisible>ab<invisible>cd'],
    ['\ufeffa\ufeff', '<byte-order-mark>a<invisible>'],
    ['a\u0000\u0001b\u007f\u0085', 'a<control>b<control>'],
    ['a\ud800b\udc00', 'a<surrogate>b<surrogate>'],
    ['a\u202eb\u200e', 'a<bidi>b<bidi>'],
    ['a\ufff9b\ufffb', 'a<invisible>b<invisible>'],
    ['a\u0001\u200b\u0002', 'a<control><invisible><control>'],
  ])('takes out of %j what has no use there', (text, out) => {
    expect(marked(text)).toBe(out)
  })

  it('stops when there are enough runs, the last one whole', () => {
    const text = 'a\u0001b\u0002\u0003c\u0004'
    expect(findUnfitRuns(text, () => false, 2)).toEqual([
      { start: 1, end: 2, reason: 'control' },
      { start: 3, end: 5, reason: 'control' },
    ])
    expect(findUnfitRuns(text, () => false)).toHaveLength(3)
    expect(findUnfitRuns('plain\t\r\n', () => true)).toEqual([])
  })
})
