/** How a UTF-8 byte order mark reads in a byte text. */
export const BYTE_ORDER_MARK = '\xef\xbb\xbf'

/**
 * A file's bytes as a string of one unit each, so that any bytes at all can be searched, cut and joined without loss.
 * Offsets in it are offsets in the file. It is no text: a character beyond ASCII is several units.
 */
export function toByteText(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let start = 0; start < bytes.length; start += CHUNK) {
    parts.push(String.fromCharCode(...bytes.subarray(start, start + CHUNK)))
  }
  return parts.join('')
}

/** The bytes that {@link toByteText} made a string of. */
export function fromByteText(text: string): Uint8Array {
  return Uint8Array.from({ length: text.length }, (_, index) => text.charCodeAt(index))
}

/** The UTF-8 encoding of a text as a byte text; a lone surrogate becomes U+FFFD, as in every encoder. */
export function encodeToByteText(text: string): string {
  const parts: string[] = []
  for (const character of text) parts.push(encodeCodePoint(character.codePointAt(0) ?? 0))
  return parts.join('')
}

/** Few enough for one call, on every engine. */
const CHUNK = 8192

function encodeCodePoint(codePoint: number): string {
  if (codePoint < 0x80) return String.fromCharCode(codePoint)
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return '\xef\xbf\xbd'
  const trail = (shift: number): number => 0x80 | ((codePoint >> shift) & 0x3f)
  if (codePoint < 0x800) return String.fromCharCode(0xc0 | (codePoint >> 6), trail(0))
  if (codePoint < 0x10000) {
    return String.fromCharCode(0xe0 | (codePoint >> 12), trail(6), trail(0))
  }
  return String.fromCharCode(0xf0 | (codePoint >> 18), trail(12), trail(6), trail(0))
}
