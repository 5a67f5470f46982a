import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RESERVED_NAMES } from '../model/reserved-names.ts'
import { CLOSING_BRACKETS, OPENING_BRACKETS } from './angle-brackets.ts'
import { CONFUSABLE_LETTERS } from './confusable-letters.ts'
import { scanTags } from './tag-scanner.ts'

const seen = (text: string) =>
  scanTags(text).map((tag) => [tag.name, text.slice(tag.start, tag.end)])

describe('scanTags', () => {
  it('sees nothing in text that merely resembles', () => {
    for (const text of [
      '<UserCard>',
      '<context-menu>',
      'a < b',
      '<https://example.com/user>',
      'x<y',
      '<users>',
      '<user1>',
      '<user_id>',
      '<user.name>',
      '<user@example.com>',
      '<mailto:user@example.com>',
      '<Context.Provider>',
      '<context:component-scan>',
      'a <b> user',
      '[user]',
      '&lt;user>',
      'user>',
      '< >user',
      '<a href="/user">',
      '<!-- the user -->',
      '<div class="user">',
      '<ruies>',
      '<us-er>',
      '<userdata>',
      '<UserData>',
      '<project-name>',
      'if (a < 3 && user)',
      '<url:https://context.dev>',
    ]) {
      expect([text, seen(text)]).toEqual([text, []])
    }
  })

  it('sees a name in brackets whatever the code around it', () => {
    expect(seen('Promise<User>')).toEqual([['user', '<User>']])
    expect(seen('a < user')).toEqual([['user', '< user']])
    expect(seen('<user|project>')).toEqual([['user', '<user|project>']])
    expect(seen('<user input>')).toEqual([['user', '<user input>']])
    expect(seen('see `<directives>` and </context>')).toEqual([
      ['directives', '<directives>'],
      ['context', '</context>'],
    ])
  })

  it.each<readonly [string, readonly (readonly string[])[]]>([
    ['<!doctype user>', [['user', '<!doctype user>']]],
    ['<!ELEMENT user>', [['user', '<!ELEMENT user>']]],
    ['<!attlist user>', [['user', '<!attlist user>']]],
    ['<!notation user>', [['user', '<!notation user>']]],
    ['<!entity % user>', [['user', '<!entity % user>']]],
    ['<![CDATA[user', [['user', '<![CDATA[user']]],
    ['<doctype user>', []],
    ['<!other user>', []],
    ['<!element other>', []],
    ['<!element x:user>', [['user', '<!element x:user>']]],
    ['<!element <!-- a --> user>', [['user', '<!element <!-- a --> user>']]],
    ['<!user>', [['user', '<!user>']]],
    ['<x:user>', [['user', '<x:user>']]],
    ['<x.y-z:user>', [['user', '<x.y-z:user>']]],
    ['<a b:user>', [['user', '<a b:user>']]],
    ['<x:/user>', []],
    ['<x/y:user>', []],
    ['<x.user>', []],
    ['<x@user>', []],
    ['<x:>user', []],
    ['<us<er>', []],
    ['<us>er', []],
    ['<|user|>', [['user', '<|user|>']]],
    [
      '<user<rules>',
      [
        ['user', '<user'],
        ['rules', '<rules>'],
      ],
    ],
    [`<user${' '.repeat(58)}>`, [['user', `<user${' '.repeat(58)}>`]]],
    [`<user${' '.repeat(60)}>`, [['user', '<user']]],
    ['<user a <b>', [['user', '<user']]],
    [
      '</rules <!-- b',
      [
        ['rules', '</rules'],
        ['!--', '<!--'],
      ],
    ],
    [
      '<!-- <rules> <user>',
      [
        ['!--', '<!--'],
        ['rules', '<rules>'],
        ['user', '<user>'],
      ],
    ],
    ['<!-- user', [['user', '<!-- user']]],
    ['《!-- a', [['!--', '《!--']]],
  ])('reads %j', (text, tags) => {
    expect(seen(text)).toEqual(tags)
  })

  it('prefers the longer name', () => {
    expect(seen('<user-data>')).toEqual([['user-data', '<user-data>']])
    expect(seen('<user -x>')).toEqual([['user', '<user -x>']])
    expect(seen('<project-file path="a">')).toEqual([['project-file', '<project-file path="a">']])
  })

  it('sees a comment or CDATA section that nothing closes', () => {
    expect(seen('a <!-- b')).toEqual([['!--', '<!--']])
    expect(seen('<!-- a --> <!-- b')).toEqual([['!--', '<!--']])
    expect(seen('<![CDATA[ x ]]> <![CDATA[ y -->')).toMatchObject([['!--', '<![C']])
    expect(seen('<!-- a --> <!--> <!---> <!-- b --!> <![CDATA[<]]>')).toEqual([])
  })

  it('sees what appears when an outer comment is no comment any more', () => {
    expect(seen('<!-- user <<!-- x -->rules')).toMatchObject([
      ['user', '<!-- user'],
      ['rules', '<<!-- x -->rules'],
    ])
  })

  it('sees every reserved name through any disguise, exactly once', () => {
    const ignorable = fc.constantFrom(
      '',
      '',
      '',
      ' ',
      '\n',
      '\u200b',
      '\u00ad',
      '\u0301',
      '\u{e0020}',
      '<!-- a -->',
      '\u2028',
    )
    const prefix = fc.array(
      fc.constantFrom('/', ' ', '\\', '!', '?', '\t', '／', '"', '|', '%', '\u200b'),
      { maxLength: 4 },
    )
    const suffix = fc.constantFrom(
      '>',
      ' >',
      '/>',
      '',
      '\n',
      ' a="b">',
      '＞',
      ';',
      ')',
      '里',
      '.',
      '-',
      '|x>',
    )
    const namespace = fc.constantFrom('', '', 'x:', 'a.b:', 'x: ', 'ns：')
    const letter = (plain: string) =>
      fc.constantFrom(
        plain,
        plain.toUpperCase(),
        String.fromCharCode(plain.charCodeAt(0) + 0xfee0),
        String.fromCodePoint(0x1d41a + plain.charCodeAt(0) - 97),
        ...Array.from(CONFUSABLE_LETTERS[plain] ?? ''),
      )
    const dash = fc.constantFrom('-', '_', '–', '—', '\u2011', '－', '--', '−', ' ')
    const disguised = fc.constantFrom(...RESERVED_NAMES).chain((name) =>
      fc.record({
        name: fc.constant(name),
        letters: fc.tuple(
          ...Array.from(name, (plain) => fc.tuple(plain === '-' ? dash : letter(plain), ignorable)),
        ),
        open: fc.constantFrom(...OPENING_BRACKETS),
        prefix,
        namespace,
        suffix,
      }),
    )
    fc.assert(
      fc.property(
        disguised,
        ({ name, letters, open, prefix: before, namespace: space, suffix: end }) => {
          const word = letters
            .map(
              ([character], i) =>
                character + (i < letters.length - 1 ? (letters[i]?.[1] ?? '') : ''),
            )
            .join('')
          fc.pre(!/^[|¡∣⍳]/u.test(word))
          const tags = scanTags(`text ${open}${before.join('')}${space}${word}${end}`)
          expect(tags.map((tag) => [tag.start, tag.name])).toEqual([[5, name]])
        },
      ),
      { numRuns: 5000 },
    )
  })

  it('sees nothing any more once every seen bracket is an entity', () => {
    const unit = fc.constantFrom(
      ...OPENING_BRACKETS,
      ...CLOSING_BRACKETS,
      ...RESERVED_NAMES,
      '<',
      '<',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '/',
      '!',
      ' ',
      ':',
      'x:',
      '-',
      'us',
      'er',
      'a',
    )
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 20 }), (text) => {
        let out = ''
        let cursor = 0
        for (const tag of scanTags(text)) {
          out += `${text.slice(cursor, tag.start)}&lt;`
          cursor = tag.bracketEnd
        }
        expect(scanTags(out + text.slice(cursor))).toEqual([])
      }),
      { numRuns: 5000 },
    )
  })
})
