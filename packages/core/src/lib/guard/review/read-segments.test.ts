import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSegments } from './read-segments.ts'

const read = (text: string) =>
  readSegments(text, 'markdown').map(({ kind, text: shown, language }) =>
    language === '' ? [kind, shown] : [kind, shown, language],
  )

describe('readSegments', () => {
  it('gives the place of every sentence', () => {
    const text =
      '---\nname: x\n---\n# Head\n\nOne two.\nThree four\nfive. Six!\n\n1. Item one. Item two.\n'
    const segments = readSegments(text, 'markdown')
    for (const { text: shown, start, end } of segments) {
      expect(text.slice(start, end).replace(/\s+/g, ' ')).toBe(shown)
    }
    expect(segments.map((one) => one.text)).toEqual([
      'name: x',
      'Head',
      'One two.',
      'Three four five.',
      'Six!',
      'Item one.',
      'Item two.',
    ])
  })

  it.each<readonly [string, readonly (readonly string[])[]]>([
    [
      'a\nb\n\nc',
      [
        ['prose', 'a b'],
        ['prose', 'c'],
      ],
    ],
    [
      '> a\n> b\nc',
      [
        ['quote', 'a b'],
        ['prose', 'c'],
      ],
    ],
    [
      '- a\n- [x] b\n  c\n2) d',
      [
        ['prose', 'a'],
        ['prose', 'b c'],
        ['prose', 'd'],
      ],
    ],
    [
      '## a\nb',
      [
        ['prose', 'a'],
        ['prose', 'b'],
      ],
    ],
    [
      '| a | b |\n|---|---|\n| c | d |',
      [
        ['prose', '| a | b |'],
        ['prose', '| c | d |'],
      ],
    ],
    [
      'a\n---\nb',
      [
        ['prose', 'a'],
        ['prose', 'b'],
      ],
    ],
    [
      '```SH x\na  b\n\nc\n```\nd',
      [
        ['code', '```SH x', 'sh x'],
        ['code', 'a b', 'sh x'],
        ['code', 'c', 'sh x'],
        ['prose', 'd'],
      ],
    ],
    [
      '~~~\na\n```\n~~~',
      [
        ['code', 'a'],
        ['code', '```'],
      ],
    ],
    [
      '<!-- a\nb -->\nc',
      [
        ['comment', '<!-- a b -->'],
        ['prose', 'c'],
      ],
    ],
    [
      '<!-- a --> b\n\nc',
      [
        ['comment', '<!-- a --> b'],
        ['prose', 'c'],
      ],
    ],
    [
      '<!--\n```\na\n-->\nb',
      [
        ['comment', '``` a'],
        ['prose', 'b'],
      ],
    ],
    [
      '---\na: b\n...\nc',
      [
        ['frontmatter', 'a: b'],
        ['prose', 'c'],
      ],
    ],
    ['\ufeff---\na: b\n---\n', [['frontmatter', 'a: b']]],
    ['---\na: b', [['prose', 'a: b']]],
    [
      'a e.g. b. C "d." E',
      [
        ['prose', 'a e.g. b.'],
        ['prose', 'C "d."'],
        ['prose', 'E'],
      ],
    ],
    [
      '一。二！三？四；五',
      [
        ['prose', '一。'],
        ['prose', '二！'],
        ['prose', '三？'],
        ['prose', '四；'],
        ['prose', '五'],
      ],
    ],
    ['a.b c...', [['prose', 'a.b c...']]],
    [
      'x ---\na: b\n---\nc',
      [
        ['prose', 'x --- a: b'],
        ['prose', 'c'],
      ],
    ],
    [
      '--- x\na: b\n---\nc',
      [
        ['prose', '--- x a: b'],
        ['prose', 'c'],
      ],
    ],
    [
      '---  \na: b\nx ---\n--- x\n====\n---\t\nc',
      [
        ['frontmatter', 'a: b'],
        ['frontmatter', 'x ---'],
        ['frontmatter', '--- x'],
        ['prose', 'c'],
      ],
    ],
    ['>> a\n>b\n> > c', [['quote', 'a b c']]],
    [
      '12) a\n-  b\n* [ ]  c',
      [
        ['prose', 'a'],
        ['prose', 'b'],
        ['prose', 'c'],
      ],
    ],
    [
      'a\n##\nb\n#c',
      [
        ['prose', 'a'],
        ['prose', 'b #c'],
      ],
    ],
    [
      '| a\n| b\nc |\nd',
      [
        ['prose', '| a'],
        ['prose', '| b'],
        ['prose', 'c | d'],
      ],
    ],
    [
      '```  Sh \na\n```',
      [
        ['code', '``` Sh', 'sh'],
        ['code', 'a', 'sh'],
      ],
    ],
    ['a  \n  b\t c ', [['prose', 'a b c']]],
    [
      'Is this so?! "Yes!" no. *Then.* Go',
      [
        ['prose', 'Is this so?!'],
        ['prose', '"Yes!" no.'],
        ['prose', '*Then.*'],
        ['prose', 'Go'],
      ],
    ],
    ['', []],
  ])('reads %j', (text, expected) => {
    expect(read(text)).toEqual(expected)
  })

  it('gives the place of a sentence below the mark of its item, and behind blanks', () => {
    const text = '> - One.\n> Two.\n>\tThree   four.\n> Five\n##  Six\n\n  - Seven.\n'
    const places = readSegments(text, 'markdown').map(({ start, end }) => text.slice(start, end))
    expect(places).toEqual(['One.', 'Two.', 'Three   four.', 'Five', 'Six', 'Seven.'])
  })

  it('reads code line by line', () => {
    expect(readSegments('a  b\n\n  # c. d\n', 'code').map((one) => [one.kind, one.text])).toEqual([
      ['code', 'a b'],
      ['code', '# c. d'],
    ])
  })

  it('loses no letter, whatever the text', () => {
    const parts = fc.constantFrom(
      'a',
      'b. ',
      'C',
      '\n',
      '\n\n',
      '> ',
      '- ',
      '# ',
      '```\n',
      '<!--',
      '-->',
      '---\n',
      '|',
      '。',
    )
    fc.assert(
      fc.property(fc.array(parts), fc.constantFrom('markdown', 'code'), (list, style) => {
        const text = list.join('')
        const letters = (given: string) => given.replace(/[^aAbBcC。]/g, '')
        const segments = readSegments(text, style as 'markdown')
        expect(segments.map((one) => letters(one.text)).join('')).toBe(letters(text))
        for (const { start, end } of segments) expect(end).toBeGreaterThan(start)
      }),
    )
  })
})
