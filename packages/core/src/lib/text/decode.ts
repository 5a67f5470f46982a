import { createLineIndex } from './line-index.ts'

/** Trouble met while bytes became text. Lines and columns are 1-based, of the decoded text; columns count UTF-16 units. */
export interface DecodeIssue {
  readonly kind: 'invalid-utf8' | 'utf16' | 'nul'
  readonly line: number
  readonly column: number
  /** One sentence with the bytes or figures that matter. */
  readonly message: string
}

/** The text of a file and what had to be done to get it. */
export interface DecodedText {
  readonly text: string
  readonly issues: readonly DecodeIssue[]
}

/** How many issues of one file are listed one by one; what is beyond is counted in a last one. */
export const MAX_DECODE_ISSUES = 100

/**
 * Decodes the bytes of a file, never throwing. The text is strict UTF-8: each
 * maximal invalid sequence (Unicode 17, section 3.9, table 3-7) becomes one
 * U+FFFD and one issue. With a UTF-16 byte order mark the bytes are read as
 * UTF-16 and that is an issue. NUL characters are removed, one issue a run.
 * A byte order mark at offset 0 stays, so that offsets are those of the file.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const found: Found[] = []
  const units = new Uint16Array(bytes.length)
  const order = byteOrder(bytes)
  const length = order
    ? decodeUtf16({ bytes, units, found }, order)
    : decodeUtf8({ bytes, units, found })
  const text = unitsToString(units.subarray(0, length))
  return { text, issues: found.length === 0 ? [] : placeIssues(text, found) }
}

interface Found {
  readonly kind: DecodeIssue['kind']
  readonly offset: number
  readonly message: string
}

interface Work {
  readonly bytes: Uint8Array
  readonly units: Uint16Array
  readonly found: Found[]
}

const REPLACEMENT = 0xfffd

function byteOrder(bytes: Uint8Array): 'LE' | 'BE' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'LE'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'BE' : undefined
}

function decodeUtf8({ bytes, units, found }: Work): number {
  let length = 0
  let i = 0
  while (i < bytes.length) {
    const byte = bytes[i] ?? 0
    if (byte < 0x80 && byte !== 0) {
      units[length++] = byte
      i++
    } else if (byte === 0) {
      const start = i
      while (bytes[i] === 0) i++
      found.push(nulIssue(i - start, length))
    } else {
      const sequence = readSequence(bytes, i)
      if (sequence.codePoint < 0) {
        found.push(invalidIssue(bytes.subarray(i, i + sequence.size), length))
        units[length++] = REPLACEMENT
      } else if (sequence.codePoint < 0x10000) {
        units[length++] = sequence.codePoint
      } else {
        units[length++] = 0xd7c0 + (sequence.codePoint >> 10)
        units[length++] = 0xdc00 + (sequence.codePoint & 0x3ff)
      }
      i += sequence.size
    }
  }
  return length
}

/** The sequence that begins at `start`; a negative code point marks a maximal invalid one of `size` bytes. */
function readSequence(
  bytes: Uint8Array,
  start: number,
): { readonly codePoint: number; readonly size: number } {
  const lead = bytes[start] ?? 0
  const size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2
  if (lead < 0xc2 || lead > 0xf4) return { codePoint: -1, size: 1 }
  let codePoint = lead & (0xff >> (size + 1))
  for (let k = 1; k < size; k++) {
    const byte = bytes[start + k] ?? 0
    if (!isContinuation(byte, k === 1 ? lead : 0)) return { codePoint: -1, size: k }
    codePoint = (codePoint << 6) | (byte & 0x3f)
  }
  return { codePoint, size }
}

/** Whether `byte` may follow; the first one after some leads has a narrower range (no overlong form, no surrogate, no value above U+10FFFF). */
function isContinuation(byte: number, lead: number): boolean {
  const lowest = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80
  const highest = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf
  return byte >= lowest && byte <= highest
}

function decodeUtf16({ bytes, units, found }: Work, order: 'LE' | 'BE'): number {
  found.push({ kind: 'utf16', offset: 0, message: `the file is UTF-16 ${order} and was decoded` })
  const low = order === 'LE' ? 0 : 1
  const unitAt = (i: number): number => (bytes[i + low] ?? 0) | ((bytes[i + 1 - low] ?? 0) << 8)
  const end = bytes.length & ~1
  let length = 0
  for (let i = 0; i < end; i += 2) {
    const unit = unitAt(i)
    const next = i + 2 < end ? unitAt(i + 2) : 0
    if (unit === 0) {
      const start = i
      while (i + 2 < end && unitAt(i + 2) === 0) i += 2
      found.push(nulIssue((i - start) / 2 + 1, length))
    } else if (isHighSurrogate(unit) && isLowSurrogate(next)) {
      units[length++] = unit
      units[length++] = next
      i += 2
    } else if (unit >= 0xd800 && unit <= 0xdfff) {
      const message = `U+${hex(unit, 4)} stands alone and became U+FFFD`
      found.push({ kind: 'utf16', offset: length, message })
      units[length++] = REPLACEMENT
    } else {
      units[length++] = unit
    }
  }
  if (end < bytes.length) {
    found.push({ kind: 'utf16', offset: length, message: 'half a character at the end became U+FFFD' })
    units[length++] = REPLACEMENT
  }
  return length
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}

function nulIssue(count: number, offset: number): Found {
  const message = `${count} NUL ${count === 1 ? 'character was' : 'characters were'} removed`
  return { kind: 'nul', offset, message }
}

function invalidIssue(bytes: Uint8Array, offset: number): Found {
  const shown = Array.from(bytes, (byte) => hex(byte, 2)).join(' ')
  return { kind: 'invalid-utf8', offset, message: `invalid UTF-8 (${shown}) became U+FFFD` }
}

function hex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0')
}

function placeIssues(text: string, found: readonly Found[]): readonly DecodeIssue[] {
  const index = createLineIndex(text)
  const place = ({ kind, offset, message }: Found): DecodeIssue => {
    const { line, column } = index.position(offset)
    return { kind, line, column, message }
  }
  const rest = found[MAX_DECODE_ISSUES]
  const listed = found.slice(0, MAX_DECODE_ISSUES).map(place)
  if (!rest) return listed
  const message = `${found.length - MAX_DECODE_ISSUES} more places like this one follow from here`
  return [...listed, place({ ...rest, message })]
}

/** The units in slices that an argument list can hold. */
function unitsToString(units: Uint16Array): string {
  const slice = 8192
  const parts: string[] = []
  for (let i = 0; i < units.length; i += slice) {
    parts.push(String.fromCharCode(...units.subarray(i, i + slice)))
  }
  return parts.join('')
}
