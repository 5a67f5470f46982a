import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeFrame, encodeFrame, OPCODE } from './web-socket-frame.ts'

const MAX = 1024 * 1024

/** What a client sends: the server's frame with the mask bit, a mask and masked bytes. */
function mask(frame: Buffer, payloadLength: number): Buffer {
  const key = Buffer.from([0x11, 0x22, 0x33, 0x44])
  const header = Buffer.from(frame.subarray(0, frame.length - payloadLength))
  header[1] = (header[1] ?? 0) | 0x80
  const payload = frame
    .subarray(frame.length - payloadLength)
    .map((byte, index) => byte ^ (key[index % 4] ?? 0))
  return Buffer.concat([header, key, payload])
}

describe('decodeFrame', () => {
  it('reads back what was encoded, masked or not, at every size class', () => {
    const sizes = fc.constantFrom(0, 1, 125, 126, 127, 65_535, 65_536, 70_000)
    fc.assert(
      fc.property(sizes, fc.boolean(), fc.uint8Array({ maxLength: 8 }), (size, masked, tail) => {
        const payload = Buffer.alloc(size, 0x61)
        const plain = encodeFrame(OPCODE.text, payload)
        const bytes = Buffer.concat([masked ? mask(plain, size) : plain, tail])
        const decoded = decodeFrame(bytes, MAX)
        expect(decoded?.frame.final).toBe(true)
        expect(decoded?.frame.opcode).toBe(OPCODE.text)
        expect(decoded?.frame.payload.equals(payload)).toBe(true)
        expect(decoded?.rest.equals(Buffer.from(tail))).toBe(true)
      }),
    )
  })

  it('waits for more at every cut of a masked frame', () => {
    for (const size of [5, 300, 70_000]) {
      const bytes = mask(encodeFrame(OPCODE.text, Buffer.alloc(size, 0x62)), size)
      for (const cut of [0, 1, 2, 3, 5, 9, 12, bytes.length - 1]) {
        expect(decodeFrame(bytes.subarray(0, Math.min(cut, bytes.length - 1)), MAX)).toBeNull()
      }
      expect(decodeFrame(bytes, MAX)?.rest).toHaveLength(0)
    }
  })

  it('tells a fragment from a final frame', () => {
    const fragment = Buffer.from([OPCODE.text, 1, 0x61])
    expect(decodeFrame(fragment, MAX)?.frame.final).toBe(false)
  })

  it('refuses a length over the cap before the bytes arrive', () => {
    const header = encodeFrame(OPCODE.text, Buffer.alloc(70_000)).subarray(0, 10)
    expect(() => decodeFrame(header, 69_999)).toThrow(RangeError)
  })
})
