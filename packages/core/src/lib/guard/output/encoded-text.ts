const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** An alphabet with the bits of a letter, and what a run of it looks like. */
interface Encoding {
  readonly run: RegExp
  readonly bits: number
  /** Letters after which a byte ends again: a run is tried from each of so many places. */
  readonly period: number
  readonly valueOfLetter: (letter: string) => number
}

const ENCODINGS: readonly Encoding[] = [
  {
    run: /[A-Za-z0-9+/_-]{16,}/g,
    bits: 6,
    period: 4,
    valueOfLetter: (letter) => BASE64.indexOf(letter === '-' ? '+' : letter === '_' ? '/' : letter),
  },
  {
    run: /[0-9A-Fa-f]{24,}/g,
    bits: 4,
    period: 2,
    valueOfLetter: (letter) => Number.parseInt(letter, 16),
  },
  {
    run: /[A-Za-z2-7]{20,}/g,
    bits: 5,
    period: 8,
    valueOfLetter: (letter) => BASE32.indexOf(letter.toUpperCase()),
  },
]

/** How many bytes of readable text in a row a value holds in base64, hex or base32; 0 for none. */
export function encodedTextIn(value: string): number {
  const lengths = ENCODINGS.flatMap((encoding) =>
    Array.from(value.matchAll(encoding.run), ([run]) => longestIn(run, encoding)),
  )
  return Math.max(0, ...lengths)
}

function longestIn(run: string, encoding: Encoding): number {
  const starts = Array.from({ length: encoding.period }, (_, start) => start)
  return Math.max(...starts.map((start) => readableLength(bytesOf(run.slice(start), encoding))))
}

function bytesOf(letters: string, { bits, valueOfLetter }: Encoding): readonly number[] {
  const bytes: number[] = []
  let held = 0
  let count = 0
  for (const letter of letters) {
    held = ((held << bits) | valueOfLetter(letter)) & 0xffff
    count += bits
    if (count < 8) continue
    count -= 8
    bytes.push((held >> count) & 0xff)
  }
  return bytes
}

/** The most bytes in a row that are text: printable ASCII, or letters of several bytes in UTF-8. */
function readableLength(bytes: readonly number[]): number {
  let best = 0
  let run = 0
  for (let at = 0; at < bytes.length; ) {
    const size = letterSize(bytes, at)
    run = size === 0 ? 0 : run + size
    best = Math.max(best, run)
    at += Math.max(1, size)
  }
  return best
}

/** The bytes of the letter at an index; 0 when no letter stands there. */
function letterSize(bytes: readonly number[], at: number): number {
  const first = bytes[at] ?? 0
  if (first < 0x80) return first >= 0x20 && first !== 0x7f ? 1 : 0
  const size = first >= 0xe1 && first < 0xf0 ? 3 : first >= 0xc3 && first < 0xe0 ? 2 : 0
  const rest = bytes.slice(at + 1, at + size)
  return rest.length === size - 1 && rest.every((byte) => byte >> 6 === 2) ? size : 0
}
