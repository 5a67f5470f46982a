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
  const output = createOutput(bytes.length)
  const order = byteOrder(bytes)
  if (order) decodeUtf16(bytes, order, output)
  else decodeUtf8(bytes, output)
  const text = output.finish()
  return { text, issues: output.found.length === 0 ? [] : placeIssues(text, output.found) }
}

interface Found {
  readonly kind: DecodeIssue['kind']
  readonly offset: number
  readonly message: string
}

interface Output {
  readonly found: Found[]
  add(unit: number): void
  report(kind: DecodeIssue['kind'], message: string): void
  finish(): string
}

/** Collects UTF-16 units in a plain array of fixed length: measured as the fastest way to a string without a runtime. */
function createOutput(expected: number): Output {
  const capacity = Math.min(4096, Math.max(1, expected))
  const buffer: number[] = new Array<number>(capacity).fill(0)
  const parts: string[] = []
  const found: Found[] = []
  let used = 0
  return {
    found,
    add(unit) {
      buffer[used++] = unit
      if (used < capacity) return
      parts.push(String.fromCharCode.apply(null, buffer))
      used = 0
    },
    report(kind, message) {
      found.push({ kind, offset: parts.length * capacity + used, message })
    },
    finish: () => parts.join('') + String.fromCharCode.apply(null, buffer.slice(0, used)),
  }
}

const REPLACEMENT = 0xfffd

function byteOrder(bytes: Uint8Array): 'LE' | 'BE' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'LE'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'BE' : undefined
}

function decodeUtf8(bytes: Uint8Array, output: Output): void {
  let i = 0
  while (i < bytes.length) {
    const byte = bytes[i] ?? 0
    if (byte !== 0 && byte < 0x80) {
      output.add(byte)
      i++
    } else {
      i += byte === 0 ? skipNul(bytes, i, output) : addSequence(bytes, i, output)
    }
  }
}

/** Reports the run of NUL bytes at `start` and returns its length. */
function skipNul(bytes: Uint8Array, start: number, output: Output): number {
  let end = start
  while (bytes[end] === 0) end++
  reportNul(end - start, output)
  return end - start
}

/** Adds the character at `start`, or U+FFFD for a maximal invalid sequence, and returns the number of bytes read. */
function addSequence(bytes: Uint8Array, start: number, output: Output): number {
  const size = validSize(bytes, start)
  if (size < 0) {
    const shown = Array.from(bytes.subarray(start, start - size), (byte) => hex(byte, 2)).join(' ')
    output.report('invalid-utf8', `invalid UTF-8 (${shown}) became U+FFFD`)
    output.add(REPLACEMENT)
    return -size
  }
  let codePoint = (bytes[start] ?? 0) & (0xff >> (size + 1))
  for (let k = 1; k < size; k++) codePoint = (codePoint << 6) | ((bytes[start + k] ?? 0) & 0x3f)
  if (size < 4) {
    output.add(codePoint)
  } else {
    output.add(0xd7c0 + (codePoint >> 10))
    output.add(0xdc00 + (codePoint & 0x3ff))
  }
  return size
}

/** Bytes of the sequence that begins at `start`; negative for a maximal invalid one. */
function validSize(bytes: Uint8Array, start: number): number {
  const lead = bytes[start] ?? 0
  if (lead < 0xc2 || lead > 0xf4) return -1
  const size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2
  if (!isSecond(bytes[start + 1] ?? 0, lead)) return -1
  for (let k = 2; k < size; k++) {
    if (((bytes[start + k] ?? 0) & 0xc0) !== 0x80) return -k
  }
  return size
}

/** Whether `byte` may follow `lead`: the range is narrower after some leads (no overlong form, no surrogate, nothing above U+10FFFF). */
function isSecond(byte: number, lead: number): boolean {
  const lowest = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80
  const highest = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf
  return byte >= lowest && byte <= highest
}

function decodeUtf16(bytes: Uint8Array, order: 'LE' | 'BE', output: Output): void {
  output.report('utf16', `the file is UTF-16 ${order} and was decoded`)
  const low = order === 'LE' ? 0 : 1
  const count = bytes.length >> 1
  const unitAt = (i: number): number =>
    i < count ? (bytes[2 * i + low] ?? 0) | ((bytes[2 * i + 1 - low] ?? 0) << 8) : -1
  for (let i = 0; i < count; ) i += addUtf16(unitAt, i, output)
  if (2 * count === bytes.length) return
  output.report('utf16', 'half a character at the end became U+FFFD')
  output.add(REPLACEMENT)
}

/** Adds what stands at unit `start` and returns the number of units read. */
function addUtf16(unitAt: (i: number) => number, start: number, output: Output): number {
  const unit = unitAt(start)
  if (unit === 0) {
    let end = start
    while (unitAt(end) === 0) end++
    reportNul(end - start, output)
    return end - start
  }
  const second = unitAt(start + 1)
  if (unit >= 0xd800 && unit <= 0xdbff && second >= 0xdc00 && second <= 0xdfff) {
    output.add(unit)
    output.add(second)
    return 2
  }
  const alone = unit >= 0xd800 && unit <= 0xdfff
  if (alone) output.report('utf16', `U+${hex(unit, 4)} stands alone and became U+FFFD`)
  output.add(alone ? REPLACEMENT : unit)
  return 1
}

function reportNul(count: number, output: Output): void {
  output.report('nul', `${count} NUL ${count === 1 ? 'character was' : 'characters were'} removed`)
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
