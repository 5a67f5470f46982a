import { isUtf8 } from 'node:buffer'

/** Turns bytes into text that can be turned back into the same bytes. */
export interface Utf8Reader {
  /** The text of the next bytes; the beginning of a character waits for its rest. */
  readonly read: (bytes: Uint8Array) => string
  /** The text of what waited. */
  readonly end: () => string
}

/** Added to a byte that is no UTF-8: a lone half of a pair, which no text of whole characters has. */
const ESCAPE = 0xdc00
const LONE_HALF = /[\udc80-\udcff]/u
const LONE_HALVES = /[\udc80-\udcff]+/gu

/**
 * Reads UTF-8 in chunks. A byte that belongs to no character becomes one unit of
 * U+DC80–U+DCFF, so that {@link writeUtf8} gives it back as it was.
 */
export function createUtf8Reader(): Utf8Reader {
  let waiting = Buffer.alloc(0)
  return {
    read(bytes) {
      const all = waiting.length === 0 ? Buffer.from(bytes) : Buffer.concat([waiting, bytes])
      const whole = all.length - openLength(all)
      waiting = all.subarray(whole)
      return decode(all.subarray(0, whole))
    },
    end() {
      const rest = decode(waiting)
      waiting = Buffer.alloc(0)
      return rest
    },
  }
}

/** The bytes of a text that {@link createUtf8Reader} gave, or of a part of it. */
export function writeUtf8(text: string): Buffer {
  if (!LONE_HALF.test(text)) return Buffer.from(text, 'utf8')
  const bytes = Buffer.allocUnsafe(Buffer.byteLength(text, 'utf8'))
  let used = 0
  let at = 0
  for (const { 0: run, index } of text.matchAll(LONE_HALVES)) {
    used += bytes.write(text.slice(at, index), used, 'utf8')
    for (let i = 0; i < run.length; i++) bytes[used++] = run.charCodeAt(i) - ESCAPE
    at = index + run.length
  }
  used += bytes.write(text.slice(at), used, 'utf8')
  return bytes.subarray(0, used)
}

/** How many bytes at the end are the beginning of a character. */
function openLength(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if ((byte & 0xc0) === 0x80) continue
    return sizeOf(byte) > back ? back : 0
  }
  return 0
}

/** How many bytes the character has that a byte begins; 1 for what begins none. */
function sizeOf(byte: number): number {
  if (byte >= 0xf0 && byte <= 0xf4) return 4
  if (byte >= 0xe0 && byte < 0xf0) return 3
  return byte >= 0xc2 && byte < 0xe0 ? 2 : 1
}

/** Whether the bytes from `at` on are one character; Unicode 17, table 3-7. */
function isCharacter(bytes: Buffer, at: number, size: number): boolean {
  const first = bytes[at] ?? 0
  if (size === 1) return first < 0x80
  const [lowest, highest] = SECOND[first] ?? [0x80, 0xbf]
  const second = bytes[at + 1] ?? 0
  if (second < lowest || second > highest) return false
  for (let next = at + 2; next < at + size; next++) {
    if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return false
  }
  return true
}

/** First bytes after which not every continuation may stand. */
const SECOND: Readonly<Record<number, readonly [lowest: number, highest: number]>> = {
  224: [0xa0, 0xbf],
  237: [0x80, 0x9f],
  240: [0x90, 0xbf],
  244: [0x80, 0x8f],
}

function decode(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8')
  let text = ''
  let good = 0
  let at = 0
  while (at < bytes.length) {
    const size = sizeOf(bytes[at] ?? 0)
    if (isCharacter(bytes, at, size)) at += size
    else {
      if (at > good) text += bytes.toString('utf8', good, at)
      text += String.fromCharCode(ESCAPE + (bytes[at] ?? 0))
      at++
      good = at
    }
  }
  return text + bytes.toString('utf8', good, at)
}
