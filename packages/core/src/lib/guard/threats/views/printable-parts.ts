const SHORTEST = 4

/** The readable stretches of bytes as UTF-8, at least four characters each, a line apart. */
export function printableParts(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes)
  return text
    .split(/[^\t\n\r\x20-\x7e\u00a0-\ud7ff\ue000-\ufffc\u{10000}-\u{e0fff}]+/u)
    .filter((part) => part.length >= SHORTEST)
    .join('\n')
}

/** Lenient UTF-8: anything that does not fit becomes U+FFFD. */
function decodeUtf8(bytes: Uint8Array): string {
  let text = ''
  let at = 0
  while (at < bytes.length) {
    const plain = plainEnd(bytes, at)
    if (plain > at) {
      text += Reflect.apply(String.fromCharCode, String, bytes.subarray(at, plain))
      at = plain
      continue
    }
    const size = characterLength(bytes, at)
    let code = (bytes[at] ?? 0) & (0xff >> (size + 1))
    for (let next = 1; next < size; next++) code = (code << 6) | ((bytes[at + next] ?? 0) & 0x3f)
    const fits = size > 0 && code <= 0x10ffff
    text += fits ? String.fromCodePoint(code) : '\ufffd'
    at += fits ? size : 1
  }
  return text
}

const MAX_ARGUMENTS = 4_096

/** The end of the ASCII characters that follow, at most as many as a call can take. */
function plainEnd(bytes: Uint8Array, start: number): number {
  const limit = Math.min(bytes.length, start + MAX_ARGUMENTS)
  let at = start
  while (at < limit && (bytes[at] as number) < 0x80) at++
  return at
}

function sequenceLength(first: number): number {
  if (first < 0x80) return 1
  if (first < 0xc2) return 0
  if (first < 0xe0) return 2
  if (first < 0xf0) return 3
  return first < 0xf5 ? 4 : 0
}

/** How many bytes of UTF-8 the character at an offset takes; 0 where none begins or one is cut. */
export function characterLength(bytes: Uint8Array, at: number): number {
  const size = sequenceLength(bytes[at] ?? 0)
  for (let next = 1; next < size; next++) if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return 0
  return size
}
