import type { TokenFamily } from './token-family.ts'

/** Families that have costs of their own here; `claude` is what `TOKEN_COSTS` was fitted to. */
export type FittedFamily = Exclude<TokenFamily, 'claude'>

interface ClassCosts {
  readonly wide: number
  readonly lower: number
  readonly upper: number
  /** Latin letters with accents. */
  readonly accented: number
  /** Greek and Cyrillic letters. */
  readonly eastern: number
  readonly digit: number
  readonly punctuation: number
  readonly other: number
}

/** Fitted to o200k. */
const GPT: ClassCosts = {
  wide: 78,
  lower: 23,
  upper: 90,
  accented: 100,
  eastern: 28,
  digit: 88,
  punctuation: 53,
  other: 58,
}

/** Hundredths of a token per character. */
const COSTS: Readonly<Record<FittedFamily, ClassCosts>> = {
  'claude-new': {
    wide: 130,
    lower: 34,
    upper: 34,
    accented: 61,
    eastern: 61,
    digit: 94,
    punctuation: 134,
    other: 61,
  },
  gpt: GPT,
  gemini: GPT,
  deepseek: { ...GPT, wide: 60, lower: 30 },
  qwen: { ...GPT, wide: 67, lower: 33 },
}

/** Code unit ranges with the class of the table above; white space is free. */
const RANGES: readonly (readonly [
  first: number,
  last: number,
  what: keyof ClassCosts | 'space',
])[] = [
  [0x00, 0x1f, 'other'],
  [0x09, 0x0d, 'space'],
  [0x20, 0x20, 'space'],
  [0x21, 0x7e, 'punctuation'],
  [0x30, 0x39, 'digit'],
  [0x41, 0x5a, 'upper'],
  [0x61, 0x7a, 'lower'],
  [0xa0, 0xa0, 'space'],
  [0xc0, 0x24f, 'accented'],
  [0x370, 0x52f, 'eastern'],
  [0x1100, 0x11ff, 'wide'],
  [0x1e00, 0x1eff, 'accented'],
  [0x2000, 0x200a, 'space'],
  [0x2028, 0x2029, 'space'],
  [0x2e80, 0x9fff, 'wide'],
  [0x3000, 0x3000, 'space'],
  [0xac00, 0xd7ff, 'wide'],
  [0xf900, 0xfaff, 'wide'],
  [0xfe30, 0xfe4f, 'wide'],
  [0xff00, 0xffef, 'wide'],
  // High surrogates of planes 2 and 3, which hold nothing but Han.
  [0xd840, 0xd8bf, 'wide'],
]

/** What each UTF-16 unit costs in a family, in hundredths of a token. */
export function familyCosts(family: FittedFamily): Uint8Array {
  const classes = COSTS[family]
  const costs = new Uint8Array(0x10000).fill(classes.other)
  // A pair is paid at its high half.
  costs.fill(0, 0xdc00, 0xe000)
  for (const [first, last, what] of RANGES) {
    costs.fill(what === 'space' ? 0 : classes[what], first, last + 1)
  }
  return costs
}
