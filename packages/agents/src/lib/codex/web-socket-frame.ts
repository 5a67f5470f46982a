/** Opcodes of RFC 6455 that a relay meets. */
export const OPCODE = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

const FINAL = 0x80
const MASKED = 0x80
const LENGTH_16 = 126
const LENGTH_64 = 127
const MASK_BYTES = 4

/** One frame as it was sent. */
export interface WebSocketFrame {
  readonly final: boolean
  readonly opcode: number
  readonly payload: Buffer
}

/** Encodes one unfragmented frame as a server sends it: never masked (RFC 6455 §5.1). */
export function encodeFrame(opcode: number, payload: Uint8Array): Buffer {
  return Buffer.concat([encodeHeader(opcode, payload.length), payload])
}

function encodeHeader(opcode: number, length: number): Buffer {
  if (length < LENGTH_16) return Buffer.from([FINAL | opcode, length])
  if (length <= 0xffff) {
    const header = Buffer.from([FINAL | opcode, LENGTH_16, 0, 0])
    header.writeUInt16BE(length, 2)
    return header
  }
  const header = Buffer.alloc(10)
  header[0] = FINAL | opcode
  header[1] = LENGTH_64
  header.writeBigUInt64BE(BigInt(length), 2)
  return header
}

/**
 * Takes the first whole frame off the front of `bytes`. `null`: more bytes are
 * needed. A length over `maxBytes` throws `RangeError` before anything is held.
 */
export function decodeFrame(
  bytes: Buffer,
  maxBytes: number,
): { readonly frame: WebSocketFrame; readonly rest: Buffer } | null {
  const layout = readLayout(bytes)
  if (layout === null) return null
  if (layout.length > maxBytes) throw new RangeError(`a frame of ${layout.length} bytes`)
  const end = layout.start + layout.length
  if (bytes.length < end) return null
  const payload = Buffer.from(bytes.subarray(layout.start, end))
  if (layout.mask) unmask(payload, layout.mask)
  const first = bytes[0] ?? 0
  const frame = { final: (first & FINAL) !== 0, opcode: first & 0x0f, payload }
  return { frame, rest: bytes.subarray(end) }
}

interface Layout {
  readonly start: number
  readonly length: number
  readonly mask: Buffer | null
}

function readLayout(bytes: Buffer): Layout | null {
  const second = bytes[1]
  if (second === undefined) return null
  const size = readLength(bytes, second & ~MASKED)
  if (size === null) return null
  const masked = (second & MASKED) !== 0
  const start = size.end + (masked ? MASK_BYTES : 0)
  if (bytes.length < start) return null
  return { start, length: size.length, mask: masked ? bytes.subarray(size.end, start) : null }
}

function readLength(bytes: Buffer, short: number): { length: number; end: number } | null {
  if (short < LENGTH_16) return { length: short, end: 2 }
  if (short === LENGTH_16) {
    return bytes.length < 4 ? null : { length: bytes.readUInt16BE(2), end: 4 }
  }
  return bytes.length < 10 ? null : { length: Number(bytes.readBigUInt64BE(2)), end: 10 }
}

function unmask(payload: Buffer, mask: Buffer): void {
  for (let index = 0; index < payload.length; index += 1) {
    payload[index] = (payload[index] ?? 0) ^ (mask[index % MASK_BYTES] ?? 0)
  }
}
