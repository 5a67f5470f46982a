/** Hundredths of a token per character of a script class. */
const WIDE = 130
const LATIN = 24
const DIGIT = 89
const PUNCTUATION = 112
const SPACE = 0
const OTHER = 61

/** Code unit ranges that are not `OTHER`, ascending. */
const RANGES: readonly (readonly [first: number, last: number, cost: number])[] = [
  [0x09, 0x0d, SPACE],
  [0x20, 0x20, SPACE],
  [0x21, 0x2f, PUNCTUATION],
  [0x30, 0x39, DIGIT],
  [0x3a, 0x40, PUNCTUATION],
  [0x41, 0x5a, LATIN],
  [0x5b, 0x60, PUNCTUATION],
  [0x61, 0x7a, LATIN],
  [0x7b, 0x7e, PUNCTUATION],
  [0x85, 0x85, SPACE],
  [0xa0, 0xa0, SPACE],
  [0x1100, 0x11ff, WIDE],
  [0x1680, 0x1680, SPACE],
  [0x2000, 0x200a, SPACE],
  [0x2028, 0x2029, SPACE],
  [0x202f, 0x202f, SPACE],
  [0x205f, 0x205f, SPACE],
  [0x2e80, 0x2fff, WIDE],
  [0x3000, 0x3000, SPACE],
  [0x3001, 0x9fff, WIDE],
  [0xa960, 0xa97f, WIDE],
  [0xac00, 0xd7ff, WIDE],
  [0xf900, 0xfaff, WIDE],
  [0xfe30, 0xfe4f, WIDE],
  [0xff00, 0xffef, WIDE],
  // High surrogates of planes 2 and 3, which hold nothing but Han.
  [0xd840, 0xd8bf, WIDE],
]

/** What each UTF-16 unit costs, in hundredths of a token. */
export const TOKEN_COSTS: Uint8Array = buildCosts()

function buildCosts(): Uint8Array {
  const costs = new Uint8Array(0x10000).fill(OTHER)
  // A pair is paid at its high half; a lone low half is free.
  costs.fill(0, 0xdc00, 0xe000)
  for (const [first, last, cost] of RANGES) costs.fill(cost, first, last + 1)
  return costs
}
