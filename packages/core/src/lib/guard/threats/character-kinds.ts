/** What a UTF-16 unit is to the word reader. */
export const OTHER = 0
export const SPACE = 1
/** ASCII letters, digits and the underscore. */
export const LETTER = 2
/** Letters of other alphabets, and their marks. */
export const FOREIGN = 3
/** Scripts without spaces between words, and Hangul. */
export const UNSPACED = 4
/** ASCII punctuation. */
export const SYMBOL = 5
/** Shows nothing. */
export const INVISIBLE = 6
/** Stands for a letter that it is not: full-width, mathematical, enclosed. */
export const DISGUISED = 7

const RANGES: readonly (readonly [number, number, number])[] = [
  [0x00, 0x08, INVISIBLE],
  [0x09, 0x0d, SPACE],
  [0x0e, 0x1f, INVISIBLE],
  [0x20, 0x20, SPACE],
  [0x21, 0x7e, SYMBOL],
  [0x30, 0x39, LETTER],
  [0x41, 0x5a, LETTER],
  [0x5f, 0x5f, LETTER],
  [0x61, 0x7a, LETTER],
  [0x7f, 0x84, INVISIBLE],
  [0x85, 0x85, SPACE],
  [0x86, 0x9f, INVISIBLE],
  [0xa0, 0xa0, SPACE],
  [0xad, 0xad, INVISIBLE],
  [0xc0, 0xd6, FOREIGN],
  [0xd8, 0xf6, FOREIGN],
  [0xf8, 0x24f, FOREIGN],
  [0x250, 0x2af, DISGUISED],
  [0x300, 0x34e, FOREIGN],
  [0x34f, 0x34f, INVISIBLE],
  [0x350, 0x36f, FOREIGN],
  [0x370, 0x52f, FOREIGN],
  [0x531, 0x556, FOREIGN],
  [0x561, 0x587, FOREIGN],
  [0x591, 0x5c7, FOREIGN],
  [0x5d0, 0x5ea, FOREIGN],
  [0x61c, 0x61c, INVISIBLE],
  [0x620, 0x6ff, FOREIGN],
  [0x6d4, 0x6d4, OTHER],
  [0x900, 0xeff, FOREIGN],
  [0x964, 0x965, OTHER],
  [0x10a0, 0x10ff, FOREIGN],
  [0x1100, 0x115e, UNSPACED],
  [0x115f, 0x1160, INVISIBLE],
  [0x1161, 0x11ff, UNSPACED],
  [0x13a0, 0x13ff, FOREIGN],
  [0x17b4, 0x17b5, INVISIBLE],
  [0x180b, 0x180f, INVISIBLE],
  [0x1d00, 0x1dbf, DISGUISED],
  [0x1e00, 0x1fff, FOREIGN],
  [0x2000, 0x200a, SPACE],
  [0x200b, 0x200f, INVISIBLE],
  [0x2028, 0x2029, SPACE],
  [0x202a, 0x202e, INVISIBLE],
  [0x202f, 0x202f, SPACE],
  [0x205f, 0x205f, SPACE],
  [0x2060, 0x206f, INVISIBLE],
  [0x2071, 0x2071, DISGUISED],
  [0x2090, 0x209c, DISGUISED],
  [0x2102, 0x2115, DISGUISED],
  [0x211b, 0x2121, DISGUISED],
  [0x2124, 0x2138, DISGUISED],
  [0x249c, 0x24ea, DISGUISED],
  [0x2800, 0x2800, INVISIBLE],
  [0x2c80, 0x2cff, FOREIGN],
  [0x3000, 0x3000, SPACE],
  [0x3005, 0x3007, UNSPACED],
  [0x3041, 0x3163, UNSPACED],
  [0x3164, 0x3164, INVISIBLE],
  [0x3165, 0x318e, UNSPACED],
  [0x31f0, 0x31ff, UNSPACED],
  [0x3400, 0x9fff, UNSPACED],
  [0xa4d0, 0xa4ff, FOREIGN],
  [0xac00, 0xd7ff, UNSPACED],
  [0xd82f, 0xd82f, INVISIBLE],
  [0xd834, 0xd834, INVISIBLE],
  [0xd835, 0xd835, DISGUISED],
  [0xdb40, 0xdb40, INVISIBLE],
  [0xdc00, 0xdfff, INVISIBLE],
  [0xf900, 0xfaff, UNSPACED],
  [0xfe00, 0xfe0f, INVISIBLE],
  [0xfeff, 0xfeff, INVISIBLE],
  [0xff10, 0xff19, DISGUISED],
  [0xff21, 0xff3a, DISGUISED],
  [0xff41, 0xff5a, DISGUISED],
  [0xff65, 0xff9f, UNSPACED],
  [0xffa0, 0xffa0, INVISIBLE],
  [0xfff0, 0xfffb, INVISIBLE],
]

/** The kind of each UTF-16 unit. */
export const KINDS: Uint8Array = fillKinds()

function fillKinds(): Uint8Array {
  const kinds = new Uint8Array(0x10000)
  for (const [first, last, kind] of RANGES) kinds.fill(kind, first, last + 1)
  return kinds
}

/** The kind of the unit at an offset; `OTHER` outside the text. */
export function kindAt(text: string, offset: number): number {
  return offset >= 0 && offset < text.length ? (KINDS[text.charCodeAt(offset)] ?? OTHER) : OTHER
}
