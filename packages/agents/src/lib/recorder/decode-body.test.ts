import * as zlib from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { decodeBody } from './decode-body.ts'

const BODY = { model: '模型', input: 'x'.repeat(1000) }
const BYTES = Buffer.from(JSON.stringify(BODY))
const decode = (bytes: Uint8Array, encoding?: string, maxBytes = 1e6) =>
  decodeBody(bytes, { encoding, maxBytes })

const zstd = (zlib as { zstdCompressSync?: (bytes: Uint8Array) => Buffer }).zstdCompressSync

describe('decodeBody', () => {
  it.each([
    [undefined, BYTES],
    ['identity', BYTES],
    ['gzip', zlib.gzipSync(BYTES)],
    ['GZIP', zlib.gzipSync(BYTES)],
    ['br', zlib.brotliCompressSync(BYTES)],
    ['deflate', zlib.deflateSync(BYTES)],
    ['gzip, br', zlib.brotliCompressSync(zlib.gzipSync(BYTES))],
  ])('undoes %s', (encoding, bytes) => {
    expect(decode(bytes, encoding)).toEqual(BODY)
  })

  it('undoes zstd where Node can, and gives nothing where it cannot', () => {
    const bytes = zstd ? zstd(BYTES) : Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0])
    expect(decode(bytes, 'zstd')).toEqual(zstd ? BODY : null)
  })

  it.each([
    ['no JSON', Buffer.from('hello'), undefined],
    ['nothing', Buffer.alloc(0), undefined],
    ['damage', zlib.gzipSync(BYTES).subarray(0, 20), 'gzip'],
    ['an unknown encoding', BYTES, 'rot13'],
  ])('gives nothing for %s', (_, bytes, encoding) => {
    expect(decode(bytes, encoding)).toBeNull()
  })

  it('does not unpack more than the limit', () => {
    expect(decode(zlib.gzipSync(BYTES), 'gzip', 500)).toBeNull()
  })
})
