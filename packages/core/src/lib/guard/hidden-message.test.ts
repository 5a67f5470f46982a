import { describe, expect, it } from 'vitest'
import { escapeForDisplay } from '../text/escape-for-display.ts'
import { spellHiddenMessage } from './hidden-message.ts'

const tags = (text: string) =>
  Array.from(text, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')
const selectors = (bytes: Iterable<number>) =>
  Array.from(bytes, (byte) =>
    String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16),
  ).join('')
const encode = (text: string) => new TextEncoder().encode(text)

describe('spellHiddenMessage', () => {
  it('spells tag characters and selectors, several runs as one', () => {
    expect(spellHiddenMessage([tags('Ignore'), tags(' it')])).toContain('Ignore it')
    expect(spellHiddenMessage([selectors(encode('tab\tété 请'))])).toContain('été 请')
  })

  it('reads the byte of every selector', () => {
    for (const text of ['\u000f!', '\u0010!', '~\u00bf', 'a\u00ff'])
      expect(spellHiddenMessage([selectors(encode(text))])).toBe(escapeForDisplay(text))
  })

  it.each<readonly [string, readonly string[]]>([
    ['one selector', ['\ufe0f']],
    ['what begins and ends tags', ['\u{e0000}', '\u{e007f}']],
    ['other characters', ['abc']],
    ['what stands beside the selectors', ['\ufdff\ufe10\u{e00ff}\u{e01f0}']],
    ['nothing', []],
  ])('says nothing of %s', (_, runs) => {
    expect(spellHiddenMessage(runs)).toBeUndefined()
  })

  it('shows two hundred characters and how many follow', () => {
    const text = 'abcdefghij'.repeat(30)
    const shown = 'abcdefghij'.repeat(20)
    for (const run of [tags(text), selectors(encode(text))]) {
      const message = spellHiddenMessage([run]) ?? ''
      expect(message).toContain(`${shown}`)
      expect(message).not.toContain(`${shown}a`)
      expect(message).toMatch(/ and 100 more characters$/)
    }
    expect(spellHiddenMessage([tags(shown)])).not.toContain('more')
  })
})
