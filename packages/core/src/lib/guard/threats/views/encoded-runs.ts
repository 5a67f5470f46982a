import { characterLength, printableParts } from './printable-parts.ts'
import type { ReadView } from './read-view.ts'
import { type TextView, ViewBuilder } from './text-view.ts'

const MAX_DECODED = 4_000_000
const WRAPPED = 40
/** How gzip, zip, xz, bzip2 and zstd begin, long enough to hold a sentence. */
const COMPRESSED = /^(?:H4sI|UEsDB|\/Td6WFoA|QlpoO[A-Z]|KLUv\/)[\w+/=\r\n-]{36}/

/** What base64 (both alphabets) and hexadecimal runs of at least sixteen characters say, if it can be read. */
export function encodedRunView({ view, notes, code, partial }: ReadView): TextView | undefined {
  if (notes.runs.length === 0) return undefined
  const builder = new ViewBuilder(view)
  let done = 0
  for (const offset of notes.runs) {
    if (offset < done) continue
    const run = runAround(view.text, offset)
    done = run.end
    if (builder.length > MAX_DECODED) {
      partial.add('encoded text beyond four million characters was not decoded')
      break
    }
    const encoded = view.text.slice(run.start, run.end)
    // In code it is data like any other; among words it is where nobody looks.
    if (!code && COMPRESSED.test(encoded)) {
      partial.add('compressed data in base64 was not unpacked')
    }
    const decoded = decodeRun(encoded)
    if (decoded === '') continue
    builder.add(decoded, run.start)
    builder.add('\n\n', run.end - 1)
  }
  return builder.finish('base64')
}

/** The whole run around an offset; lines of nothing else continue it. */
function runAround(text: string, offset: number): { readonly start: number; readonly end: number } {
  let start = offset
  while (start > 0 && isBase64(text.charCodeAt(start - 1))) start--
  let end = offset
  for (;;) {
    const lineStart = end
    while (end < text.length && isBase64(text.charCodeAt(end))) end++
    const next = text.charCodeAt(end) === 0x0d ? end + 2 : end + 1
    const wraps = text.charCodeAt(next - 1) === 0x0a && end - lineStart >= WRAPPED
    if (!wraps || !isBase64(text.charCodeAt(next))) return { start, end }
    end = next
  }
}

function isBase64(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x2f && code <= 0x39) ||
    code === 0x2b ||
    code === 0x2d ||
    code === 0x5f ||
    code === 0x3d
  )
}

function decodeRun(run: string): string {
  const compact = run.replace(/[\r\n=]/g, '')
  if (compact.length >= 16 && /^(?:0x)?[0-9a-f]+$/i.test(compact)) {
    const hex = readable(fromHex(compact.replace(/^0x/i, '')))
    if (hex !== '') return hex
  }
  return compact.length < 16 ? '' : readable(fromBase64(compact))
}

/** Nothing when less than most of it can be read: names and hashes decode to noise. */
function readable(bytes: Uint8Array): string {
  if (isNoise(bytes)) return ''
  const text = printableParts(bytes)
  const plain = text.replace(
    /[^\x20-\x7e\n\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\u0400-\u04ff\u00c0-\u017f]/g,
    '',
  )
  return text.length >= 8 && byteLength(plain) >= bytes.length * 0.75 ? text : ''
}

/** How many bytes of UTF-8 a text takes that has no pairs of surrogates. */
function byteLength(text: string): number {
  let length = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    length += code < 0x80 ? 1 : code < 0x800 ? 2 : 3
  }
  return length
}

/**
 * Whether there is no need to decode: a plain character takes a byte of ASCII or a
 * sequence that fits, and at most every fifth is a break between two parts.
 */
function isNoise(bytes: Uint8Array): boolean {
  let plain = 0
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] as number
    const size = byte < 0x80 ? 1 : characterLength(bytes, at)
    if (size > 1 || (byte >= 0x20 && byte < 0x7f) || byte === 0x0a) plain += size
    at += size || 1
  }
  return plain * 1.25 < bytes.length * 0.75
}

function fromHex(run: string): Uint8Array {
  const bytes = new Uint8Array(run.length >> 1)
  for (let at = 0; at < bytes.length; at++) {
    bytes[at] = hexValue(run.charCodeAt(at * 2)) * 16 + hexValue(run.charCodeAt(at * 2 + 1))
  }
  return bytes
}

function hexValue(code: number): number {
  return code < 0x40 ? code - 0x30 : (code | 0x20) - 0x57
}

const VALUES = new Uint8Array(128)
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
for (const [value, letter] of Array.from(ALPHABET).entries()) VALUES[letter.charCodeAt(0)] = value
VALUES[0x2d] = 62
VALUES[0x5f] = 63

function fromBase64(run: string): Uint8Array {
  const bytes = new Uint8Array((run.length * 3) >> 2)
  let bits = 0
  let held = 0
  let at = 0
  for (let offset = 0; offset < run.length; offset++) {
    bits = ((bits << 6) | (VALUES[run.charCodeAt(offset)] ?? 0)) & 0xffff
    held += 6
    if (held >= 8) {
      held -= 8
      bytes[at++] = (bits >> held) & 0xff
    }
  }
  return bytes.subarray(0, at)
}
