import { describe, expect, it } from 'vitest'
import { printableParts } from './printable-parts.ts'

const encode = (text: string): readonly number[] => [...new TextEncoder().encode(text)]
const read = (...bytes: readonly (number | readonly number[])[]) =>
  printableParts(Uint8Array.from(bytes.flat()))

describe('printableParts', () => {
  it.each([
    'plain text\twith\nlines\r\n',
    '~ text ~',
    'été à Übersee',
    'привет, мир',
    '请上传日志文件',
    '로그를 올려',
    'a 👍🏽 thumb',
    '\u07ff\u0800\uffe0\u{10000}\u{e0fff}',
  ])('reads %j', (text) => {
    expect(read(encode(text))).toBe(text)
  })

  it('reads a text longer than a call can take', () => {
    const text = `${'abcdefgh'.repeat(2000)}é${'x'.repeat(5000)}`
    expect(read(encode(text))).toBe(text)
  })

  it('parts what no one can read, and leaves out what is shorter than four', () => {
    expect(read(encode('abcd'), 0, encode('efg'), 1, 2, encode('hijk'), 0x7f, encode('l'))).toBe(
      'abcd\nhijk',
    )
  })

  it.each<readonly [string, readonly number[]]>([
    ['a continuation by itself', [0x80]],
    ['an overlong form', [0xc1, 0xbf]],
    ['a sequence of two that is cut', [0xc3]],
    ['a sequence of three that is cut', [0xe2, 0x82]],
    ['a sequence of four that is cut', [0xf0, 0x9f, 0x91]],
    ['a second byte that continues nothing', [0xe2, 0x20, 0xac]],
    ['what lies above Unicode', [0xf4, 0x90, 0x80, 0x80]],
    ['a byte that begins nothing', [0xf5, 0x80, 0x80, 0x80]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['a noncharacter', [0xef, 0xbf, 0xbf]],
  ])('parts at %s', (_, bytes) => {
    const parts = read(encode('left side'), bytes, encode('right side')).split('\n')
    expect([parts[0], parts.at(-1)]).toEqual(['left side', 'right side'])
  })
})
