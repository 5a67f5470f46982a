/** The letters as tag characters, which no font shows; ASCII alone. */
export function inTags(text: string): string {
  return Array.from(text, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')
}

/** The UTF-8 bytes as variation selectors: 0 to 15 are VS1 to VS16, the others VS17 to VS256. */
export function inSelectors(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) =>
    String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16),
  ).join('')
}

/** The UTF-8 bytes as bits, eight for each: U+200B is 0, U+200C is 1. */
export function inBits(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) =>
    byte.toString(2).padStart(8, '0').replaceAll('0', '\u200b').replaceAll('1', '\u200c'),
  ).join('')
}
