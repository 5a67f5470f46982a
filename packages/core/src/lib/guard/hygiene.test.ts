import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guardString } from './fixtures/slot-prompt.ts'

const guard = (text: string) => guardString(text, 'operator')
const codes = (text: string) => guard(text).diagnostics.map((diagnostic) => diagnostic.code)
const message = (text: string) => guard(text).diagnostics[0]?.message
const tags = (text: string) =>
  Array.from(text, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')
const selectors = (text: string) =>
  Array.from(new TextEncoder().encode(text), (byte) =>
    String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16),
  ).join('')

describe('hygieneStage', () => {
  it.each([
    ['tab, line feed, carriage return', 'a\tb\r\nc\rd'],
    ['no-break and ideographic space', 'a\u00a0b\u3000c'],
    ['line and paragraph separators', 'a\u2028b\u2029c'],
    ['private use', 'icon \ue0a0'],
    ['emoji families', '👩‍💻 👨‍👩‍👧‍👦 🏳️‍🌈 👁️‍🗨️ 🕵🏽‍♂️ ❤️‍🔥'],
    [
      'flags of England, Scotland, Wales',
      `🏴${tags('gbeng')}\u{e007f} 🏴${tags('gbsct')}\u{e007f} 🏴${tags('gbwls')}\u{e007f}`,
    ],
    ['emoji and text presentation', '⚠️ ❤️ ©️ ™︎ ↔︎'],
    ['keycaps', '1️⃣ #️⃣'],
    ['ideographic variation', '葛\u{e0100}城 邊\u{e0101}'],
    ['standardized variation', '∩\ufe00 ≨\ufe00 。\ufe00'],
    ['Mongolian', 'ᠮᠣᠩᠭᠣᠯ\u180eᠠ ᠠ\u180b'],
    ['Persian', 'می\u200cخواهم نامه\u200cها'],
    ['Arabic final form', 'ه\u200d'],
    ['Hindi', 'क्\u200dष क्\u200cष'],
    ['Bengali', 'র\u200d্যাব'],
    ['Sinhala', 'ශ්\u200dරී'],
    ['Malayalam', 'ന്\u200d'],
    ['Thai', 'สวัสดี\u200bครับ'],
    ['Khmer', 'ភាសា\u200bខ្មែរ'],
    ['old Korean', '\u115f\u1161 \u1100\u1160'],
    ['Braille drawing', '⠿⠀⠀⠿\n⠀⠀⠛'],
    ['Hebrew with marks and isolates', 'שלום \u2067C++\u2069 \u200fעולם\u200e'],
    ['Arabic with an embedding', 'مرحبا \u202aNode.js\u202c'],
    ['Thaana', 'ދިވެހި \u2066x\u2069'],
    [
      'soft hyphens of long words',
      'Donau\u00addampf\u00adschiff\u00adfahrt, „über\u00admä\u00dfig“',
    ],
    ['soft hyphens in other scripts', 'элек\u00adтро\u00adстан\u00adция'],
  ])('keeps %s', (_name, text) => {
    expect(guard(text)).toMatchObject({ out: text, changes: [], diagnostics: [] })
  })

  it.each([
    ['C0 controls', 'a\u0001\u0008b', 'ab', 'hygiene.control'],
    ['escape', 'a\u001b[31mb', 'a[31mb', 'hygiene.control'],
    ['vertical tab and form feed', 'a\v\fb', 'ab', 'hygiene.control'],
    ['DEL and C1 controls', 'a\u007f\u0085\u009bb', 'ab', 'hygiene.control'],
    ['a byte order mark at the start', '\ufeffa', 'a', 'hygiene.byte-order-mark'],
    ['U+FEFF elsewhere', 'a\ufeffb', 'ab', 'hygiene.invisible'],
    ['zero-width spaces between letters', 'a\u200bb\u2060c', 'abc', 'hygiene.invisible'],
    ['joiners between Latin letters', 'a\u200db\u200cc', 'abc', 'hygiene.invisible'],
    ['a joiner after Chinese punctuation', '好。\u200c好', '好。好', 'hygiene.invisible'],
    ['a joiner at one emoji only', '👩\u200d.', '👩.', 'hygiene.invisible'],
    [
      'all but the first of several joiners',
      'می\u200c\u200c\u200cخ',
      'می\u200cخ',
      'hygiene.invisible',
    ],
    ['soft hyphens between letters', 'i\u00adg\u00adn', 'ign', 'hygiene.invisible'],
    [
      'a soft hyphen beside none or one letter',
      'ab\u00ad a\u00adbc',
      'ab abc',
      'hygiene.invisible',
    ],
    ['a soft hyphen of a tag', '</ru\u00adle>', '</rule>', 'hygiene.invisible'],
    ['a soft hyphen of a hidden tag', '<\u200bru\u00adle>', '<rule>', 'hygiene.invisible'],
    [
      'a soft hyphen in an address',
      'https://ex\u00adample',
      'https://example',
      'hygiene.invisible',
    ],
    ['fillers', 'a\u3164\uffa0\u034f\u17b4b', 'ab', 'hygiene.invisible'],
    ['invisible operators', 'f\u2061(x)\u2063', 'f(x)', 'hygiene.invisible'],
    ['annotation marks', 'a\ufff9b\ufffb', 'ab', 'hygiene.invisible'],
    ['a blank Braille pattern alone', 'a⠀⠀b', 'ab', 'hygiene.invisible'],
    ['overrides', 'a\u202eb\u202cc', 'abc', 'hygiene.bidi'],
    ['overrides in right-to-left text', 'שלום \u202eb\u202c', 'שלום b', 'hygiene.bidi'],
    ['isolates in left-to-right text', 'a\u2066b\u2069', 'ab', 'hygiene.bidi'],
    ['marks in left-to-right text', 'a\u200eb\u200f\u061c', 'ab', 'hygiene.bidi'],
    ['isolates that another line closes', 'שלום\u2067a\nb\u2069', 'שלוםa\nb', 'hygiene.bidi'],
    [
      'an embedding that only its isolate closes',
      'א\u2067\u202ab\u2069',
      'א\u2067b\u2069',
      'hygiene.bidi',
    ],
    ['a closing control without an opening one', 'א\u202cb\u2069', 'אb', 'hygiene.bidi'],
    ['a selector after a letter', 'a\ufe0fb', 'ab', 'hygiene.variation-selectors'],
    ['a selector after a digit that is no keycap', '1\ufe0f2', '12', 'hygiene.variation-selectors'],
    ['the second of two selectors', '⚠\ufe0f\ufe0f', '⚠\ufe0f', 'hygiene.variation-selectors'],
    ['an ideographic selector after an emoji', '😀\u{e0100}', '😀', 'hygiene.variation-selectors'],
    ['tag characters', `a${tags('b')}c`, 'ac', 'hygiene.tag-characters'],
    ['an unclosed flag', `🏴${tags('gbeng')}.`, '🏴.', 'hygiene.tag-characters'],
    [
      'a flag that spells a message',
      `🏴${tags('ignoreall')}\u{e007f}`,
      '🏴',
      'hygiene.tag-characters',
    ],
  ])('removes %s', (_name, text, expected, code) => {
    expect(guard(text).out).toBe(expected)
    expect(codes(text)).toEqual([code])
    expect(guard(text).changes.every((change) => change.kind === 'removed')).toBe(true)
  })

  it('replaces lone surrogates', () => {
    expect(guard('a\ud83d\ude00\ud83db\ude00')).toMatchObject({
      out: 'a😀\ufffdb\ufffd',
      changes: [
        { kind: 'replaced', column: 4 },
        { kind: 'replaced', column: 6 },
      ],
      diagnostics: [{ code: 'hygiene.surrogate' }],
    })
  })

  it('knows the byte order mark of a file by its place in the file', () => {
    expect(codes('\ufeff\ufeffa')).toEqual(['hygiene.invisible', 'hygiene.byte-order-mark'])
    expect(guard('\ufeffa').diagnostics[0]?.severity).toBe('info')
  })

  it('spells a message hidden in tag characters', () => {
    expect(message(`Hello${tags('Run curl "x"')} all`)).toBe(
      '12 tag characters removed that hide the text "Run curl \\"x\\"" (line 1)',
    )
  })

  it('spells a message hidden in variation selectors', () => {
    expect(message(`😀${selectors('Täglich löschen')}`)).toBe(
      '17 variation selectors removed that hide the text "Täglich löschen" (line 1)',
    )
  })

  it('spells a message that is spread over a text, without anything that acts on a terminal', () => {
    const spread = Array.from('ab\u0007', (letter) => `x${tags(letter)}`).join('')
    expect(message(spread)).toBe('3 tag characters removed that hide the text "ab\\u{7}" (line 1)')
  })

  it('cuts a long hidden message and says how much follows', () => {
    expect(message(`x${tags('m'.repeat(500))}`)).toBe(
      `500 tag characters removed that hide the text "${'m'.repeat(200)}" and 300 more characters (line 1)`,
    )
  })

  it('lists code points and lines, the first five of each', () => {
    const seven = [0x2060, 0x2061, 0x2062, 0x2063, 0x2064, 0x206a, 0x206b]
    const text = seven.map((code) => `a${String.fromCodePoint(code)}b`).join('\n')
    expect(message(text)).toBe(
      '7 invisible characters removed: U+2060, U+2061, U+2062, U+2063, U+2064 and 2 more (lines 1, 2, 3, 4, 5 and 2 more)',
    )
    expect(message('a\u200bb\u200b\nc\u200b')).toBe(
      '3 invisible characters removed: U+200B ×3 (lines 1, 2)',
    )
  })

  it('finds nothing in its own result', () => {
    const unit = fc.constantFrom(
      ...[
        'a',
        '1',
        ' ',
        '\n',
        '👩',
        '💻',
        '⚠',
        '葛',
        'م',
        'א',
        'क',
        'ก',
        '⠿',
        '⠀',
        '🏴',
        '\u20e3',
        '\u0301',
        '∩',
        '\u1161',
        'ᠮ',
      ],
      ...[
        '\u200b',
        '\u200c',
        '\u200d',
        '\ufe0f',
        '\ufe00',
        '\u{e0100}',
        '\u2067',
        '\u2069',
        '\u202a',
        '\u202c',
        '\u202e',
        '\u200f',
        '\u{e0061}',
        '\u{e007f}',
        '\u115f',
        '\u1160',
        '\u180b',
        '\u00ad',
        '\ufeff',
        '\u0001',
        '\ud83d',
        '\ude00',
      ],
    )
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 20 }), (text) => {
        const once = guard(text).out
        expect(guard(`-${once}`).out).toBe(`-${once}`)
      }),
      { numRuns: 5000, examples: [['\u200f\u0001\u200cم'], ['\uffa0a\u00adaa']] },
    )
  })
})
