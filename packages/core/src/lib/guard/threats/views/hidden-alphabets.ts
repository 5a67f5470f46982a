import { printableParts } from './printable-parts.ts'
import type { ReadView } from './read-view.ts'
import { type TextView, ViewBuilder } from './text-view.ts'

const TAGS = /(?:\udb40[\udc20-\udc7e]){2,}/g
const SELECTORS = /(?:[\ufe00-\ufe0f]|\udb40[\udd00-\uddef]){2,}/g
const BITS = /[\u200b-\u200d\u2060\u2062\u2063\ufeff]{16,}/g
const BLANK_BITS = /[ \t]{32,}(?=\n|$)/g

/** What is written in alphabets that show nothing: tag characters, variation selectors, zero-width bits, trailing blanks. */
export function hiddenAlphabetViews({ view, notes }: ReadView): readonly (TextView | undefined)[] {
  const { text } = view
  const blanks = text.includes(' \t') || text.includes('\t ')
  if (!notes.unseen && !blanks) return []
  return [
    text.includes('\udb40')
      ? decodeAll(view, { pattern: TAGS, name: 'tags', decode: readTags })
      : undefined,
    decodeAll(view, { pattern: SELECTORS, name: 'selectors', decode: readSelectors }),
    decodeAll(view, { pattern: BITS, name: 'zero-width', decode: readBits }),
    blanks ? decodeAll(view, { pattern: BLANK_BITS, name: 'blanks', decode: readBits }) : undefined,
  ]
}

interface Alphabet {
  readonly pattern: RegExp
  readonly name: string
  readonly decode: (run: string) => string
}

function decodeAll(view: TextView, { pattern, name, decode }: Alphabet): TextView | undefined {
  const builder = new ViewBuilder(view)
  for (const match of view.text.matchAll(pattern)) {
    const decoded = decode(match[0])
    if (decoded === '') continue
    builder.add(decoded, match.index)
    builder.add('\n\n', match.index + match[0].length - 1)
  }
  return builder.finish(name)
}

function readTags(run: string): string {
  return Array.from(run, (character) =>
    String.fromCharCode((character.codePointAt(0) ?? 0) & 0x7f),
  ).join('')
}

function readSelectors(run: string): string {
  const bytes = Array.from(run, (character) => {
    const code = character.codePointAt(0) ?? 0
    return code < 0x10000 ? code - 0xfe00 : code - 0xe0100 + 16
  })
  return printableParts(Uint8Array.from(bytes))
}

/** Bits of two different characters, either way around, eight to a byte. */
function readBits(run: string): string {
  const zero = run.charCodeAt(0)
  let at = 1
  while (at < run.length && run.charCodeAt(at) === zero) at++
  if (at === run.length) return ''
  const bits = bitsOf(run, zero, run.charCodeAt(at))
  for (const flip of [0, 1]) {
    const bytes = new Uint8Array(bits.length >> 3)
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      if (bits[bit] !== flip) bytes[bit >> 3] = (bytes[bit >> 3] as number) | (0x80 >> (bit & 7))
    }
    const decoded = printableParts(bytes)
    if (decoded.length >= bytes.length / 2) return decoded
  }
  return ''
}

/** 0 for one character, 1 for the other; further characters are left out. */
function bitsOf(run: string, zero: number, one: number): Uint8Array {
  const bits = new Uint8Array(run.length)
  let length = 0
  for (let at = 0; at < run.length; at++) {
    const code = run.charCodeAt(at)
    if (code === zero || code === one) bits[length++] = code === one ? 1 : 0
  }
  return bits.subarray(0, length)
}
