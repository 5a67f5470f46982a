const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** What the places of a run in base64 need dropped at its start, by the bytes before it modulo three. */
const SHARED_START = [0, 2, 3] as const

/**
 * Every spelling of a value that is looked for: as it is, escaped for JSON,
 * percent-encoded, in hex, and in base64 at each of its three positions in a
 * longer text. Longest first, none twice.
 */
export function formsOf(value: string): readonly string[] {
  const bytes = utf8Of(value)
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0'))
  const percent = encodeURIComponent(withoutHalves(value))
  const forms = [
    value,
    JSON.stringify(value).slice(1, -1),
    ...bothCases(percent),
    ...bothCases(hex.map((pair) => `%${pair}`).join('')),
    ...bothCases(hex.join('')),
    ...SHARED_START.flatMap((_dropped, before) => base64At(bytes, before)),
  ]
  return [...new Set(forms)].sort((a, b) => b.length - a.length)
}

/** The bytes of a text in UTF-8; half a surrogate pair becomes U+FFFD. */
export function utf8Of(text: string): readonly number[] {
  const encoded = encodeURIComponent(withoutHalves(text))
  return Array.from(encoded.matchAll(/%(..)|./g), ([all, hex]) =>
    hex === undefined ? all.charCodeAt(0) : Number.parseInt(hex, 16),
  )
}

function withoutHalves(text: string): string {
  return text.replace(/\p{Cs}/gu, '\ufffd')
}

/** The escapes of a percent-encoded text, or a hex text, in lower and upper case. */
function bothCases(text: string): readonly string[] {
  const isHex = /^[0-9a-f]*$/i.test(text)
  const change = (to: (part: string) => string): string =>
    isHex ? to(text) : text.replace(/%../g, to)
  return [change((part) => part.toLowerCase()), change((part) => part.toUpperCase())]
}

/** What `bytes` always look like in base64 and base64url behind `before` other bytes. */
function base64At(bytes: readonly number[], before: number): readonly string[] {
  const padded = [...Array<number>(before).fill(0), ...bytes]
  const whole = Math.floor((padded.length * 4) / 3)
  const letters = Array.from({ length: whole }, (_, index) => sextetOf(padded, index))
  const sure = letters.slice(SHARED_START[before]).join('')
  return [sure, sure.replaceAll('+', '-').replaceAll('/', '_')]
}

/** The base64 letter at a position that holds six bits of the bytes. */
function sextetOf(bytes: readonly number[], index: number): string {
  const bit = index * 6
  const first = bytes[bit >> 3] ?? 0
  const second = bytes[(bit >> 3) + 1] ?? 0
  return BASE64.charAt((((first << 8) | second) >> (10 - (bit & 7))) & 63)
}
