import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createUtf8Reader, writeUtf8 } from './escaped-utf8.ts'

const inChunks = (bytes: Buffer, length: number) => {
  const reader = createUtf8Reader()
  let text = ''
  for (let at = 0; at < bytes.length; at += length) {
    text += reader.read(bytes.subarray(at, at + length))
  }
  return text + reader.end()
}

describe('createUtf8Reader', () => {
  it('gives any bytes back as they were, however they are cut', () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 4 }).map((bytes) => Buffer.from(bytes)),
      fc.string({ unit: 'binary', maxLength: 3 }).map((text) => Buffer.from(text)),
      fc
        .constantFrom('eda080', 'f4908080', 'c080', 'e08080', 'f08080', 'f09f98', 'efbbbf', 'f5')
        .map((hex) => Buffer.from(hex, 'hex')),
    )
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 8 }),
        fc.integer({ min: 1, max: 9 }),
        (pieces, length) => {
          const bytes = Buffer.concat(pieces)
          const text = inChunks(bytes, length)
          expect(writeUtf8(text).equals(bytes)).toBe(true)
          expect(text).toBe(inChunks(bytes, bytes.length || 1))
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('reads text as text, whatever a chunk ends with', () => {
    const text = '\ufeffHäuser 中 😀 \u0000'
    for (let length = 1; length < 8; length++) {
      expect(inChunks(Buffer.from(text), length)).toBe(text)
    }
  })

  it('keeps what is no UTF-8 apart from every character', () => {
    expect(inChunks(Buffer.from('61ff62', 'hex'), 9)).toBe('a\udcffb')
    expect(inChunks(Buffer.from('eda080', 'hex'), 1)).toBe('\udced\udca0\udc80')
    expect(inChunks(Buffer.from('f09f98', 'hex'), 1)).toBe('\udcf0\udc9f\udc98')
  })

  it('shows what is whole at once', () => {
    const reader = createUtf8Reader()
    expect(reader.read(Buffer.from('f09f9880c3', 'hex'))).toBe('😀')
    expect(reader.read(Buffer.from('a9', 'hex'))).toBe('é')
  })
})
