import { describe, expect, it } from 'vitest'
import { offsetsOf, sourceOf, viewOf } from '../fixtures/view-of.ts'
import { escapesView } from './escapes.ts'

const escapes = (text: string) =>
  [...offsetsOf(text, '&'), ...offsetsOf(text, '\\'), ...offsetsOf(text, '%')].sort((a, b) => a - b)
const decode = (text: string) => escapesView(viewOf(text, { notes: { escapes: escapes(text) } }))

describe('escapesView', () => {
  it.each<readonly [string, string]>([
    ['&lt;a&gt; &amp; &quot;b&quot; &apos;c&apos;', `<a> & "b" 'c'`],
    ['&LT;&nbsp&colon;&sol;&lpar;&rpar;&lsqb;&rsqb;', '< :/()[]'],
    ['&num;&semi;&period;&comma;&excl;&verbar;&vert;', '#;.,!||'],
    ['&Tab;x&NewLine;y', '\tx\ny'],
    ['&grave;&dollar;&equals;&lowbar;&hyphen;', '`$=_-'],
    ['a&zwj;b&zwnj;c&shy;d&lrm;e&rlm;f', 'a\u200db\u200cc\u00add\u200ee\u200ff'],
    ['a&ZeroWidthSpace;b&NoBreak;c&ApplyFunction;d', 'a\u200bb\u2060c\u2061d'],
    ['a&InvisibleTimes;b&InvisibleComma;c', 'a\u2062b\u2063c'],
    ['a&NegativeVeryThinSpace;b&NegativeThinSpace;c', 'a\u200bb\u200bc'],
    ['a&NegativeMediumSpace;b&NegativeThickSpace;c', 'a\u200bb\u200bc'],
    ['&#105;&#x67;&#X6E;&#111 &#x1F44D;', 'ign\u006f \u{1f44d}'],
    ['&#1114111;&#1114112;&#x10ffff;', '\u{10ffff}\ufffd\u{10ffff}'],
    ['\\x69\\x67\\\\x6e', 'ign'],
    ['\\u0069\\u{67}\\\\u006e\\u{1f44d}', 'ign\u{1f44d}'],
    ['%69%67%6E', 'ign'],
    ['%C3%A9 %e8%af%b7', 'é 请'],
    ['%ff%C3%41 %', '\u00ff\u00c3A %'],
    ['\\xc3\\xa9 \\\\xe8\\\\xaf\\\\xb7', 'é 请'],
    ['&unknown; &lt; &', '&unknown; < &'],
  ])('reads %j', (text, meaning) => {
    expect(decode(text)).toMatchObject({ name: 'decoded:escapes', text: `${meaning}\n\n` })
  })

  it.each<readonly [string, string | undefined]>([
    ['ig&#110;ore it', 'ignore it\n\n'],
    ['и&#110;о', 'иnо\n\n'],
    ['ig &#110;ore it', undefined],
    ['ig&#110; ore it', undefined],
    ['ig&x', undefined],
    ['&#110;ore', undefined],
    ['7&#110;ore', undefined],
    ['plain', undefined],
  ])('reads the one escape of %j only inside of a word', (text, meaning) => {
    expect(decode(text)?.text).toBe(meaning)
  })

  it('knows where what it reads stands', () => {
    const text = 'far\n\nnear &#105;&#103;nore it\n\nfar'
    const view = decode(text)
    expect(view?.text).toBe('near ignore it\n\n')
    expect(sourceOf(text, view, 'near')).toBe('near')
    expect(sourceOf(text, view, 'nore it')).toBe('nore it')
    expect(sourceOf(text, view, 'g')).toBe('&')
    expect(sourceOf(text, view, '\n\n')).toBe('t')
  })

  it('reads every block by itself', () => {
    expect(decode('a &lt;\n\nb\n\nc &gt;')?.text).toBe('a <\n\nc >\n\n')
  })
})
