import { decodeText } from '../text/decode.ts'
import { escapeForDisplay } from '../text/escape-for-display.ts'

const MAX_SHOWN = 200

/**
 * Spells what tag characters or variation selectors hide, quoted and escaped for
 * display, at most 200 characters; `undefined` when they carry nothing. Tag
 * characters stand for ASCII; selectors 1 to 256 for the bytes of a UTF-8 text.
 */
export function spellHiddenMessage(runs: readonly string[]): string | undefined {
  const hidden = Array.from(runs.join(''), (character) => character.codePointAt(0) ?? 0)
  const tags = hidden.filter((codePoint) => codePoint > 0xe0000 && codePoint < 0xe007f)
  const spelled = String.fromCodePoint(...tags.slice(0, MAX_SHOWN).map((code) => code - 0xe0000))
  const bytes = hidden.flatMap(selectorByte)
  const decoded = bytes.length > 1 ? decodeText(Uint8Array.from(bytes)).text : ''
  const message = spelled + decoded
  if (message === '') return undefined
  const shown = Array.from(message).slice(0, MAX_SHOWN).join('')
  const more = Math.max(tags.length, Array.from(message).length) - Array.from(shown).length
  return escapeForDisplay(shown) + (more > 0 ? ` and ${more} more characters` : '')
}

function selectorByte(codePoint: number): readonly number[] {
  if (codePoint >= 0xfe00 && codePoint <= 0xfe0f) return [codePoint - 0xfe00]
  if (codePoint >= 0xe0100 && codePoint <= 0xe01ef) return [codePoint - 0xe0100 + 16]
  return []
}
