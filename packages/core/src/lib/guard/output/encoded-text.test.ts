import { describe, expect, it } from 'vitest'
import { encodedTextIn } from './encoded-text.ts'

const TEXT = 'The plan is known.'
const CHINESE = '计划已经泄露了'
const bytes = (text: string) => Buffer.from(text)
const base32 = (text: string) => {
  const bits = Array.from(bytes(text), (byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = bits.match(/.{1,5}/g) ?? []
  return letters
    .map((five) => 'abcdefghijklmnopqrstuvwxyz234567'[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}

describe('encodedTextIn', () => {
  it.each([
    ['base64', bytes(TEXT).toString('base64')],
    ['base64url', bytes(TEXT).toString('base64url')],
    ['base64 from its second letter on', `x${bytes(TEXT).toString('base64')}`],
    ['base64 from its third letter on', `xy${bytes(TEXT).toString('base64')}`],
    ['base64 from its fourth letter on', `xyz${bytes(TEXT).toString('base64')}`],
    ['hex', bytes(TEXT).toString('hex')],
    ['hex in capitals', bytes(TEXT).toString('hex').toUpperCase()],
    ['hex from its second digit on', `f${bytes(TEXT).toString('hex')}`],
    ['base32', base32(TEXT)],
    ['base32 in capitals', base32(TEXT).toUpperCase()],
  ])('measures text in %s', (_name, value) => {
    const length = encodedTextIn(`id-${value}.png`)
    expect(length).toBeGreaterThanOrEqual(TEXT.length - 1)
    expect(length).toBeLessThanOrEqual(TEXT.length + 3)
  })

  it('counts the bytes of letters of other scripts', () => {
    expect(encodedTextIn(bytes(CHINESE).toString('base64'))).toBe(21)
    expect(encodedTextIn(bytes('Привет, мир').toString('hex'))).toBe(20)
  })

  it('stops at a byte that is no text', () => {
    const broken = Buffer.concat([bytes('The plan '), Buffer.from([0x07, 0x80, 0xff]), bytes('is')])
    expect(encodedTextIn(broken.toString('hex'))).toBe(9)
    expect(
      encodedTextIn(Buffer.from([0xe8, 0xae, 0x41, ...bytes('ready or not')]).toString('hex')),
    ).toBe(13)
  })

  it.each([
    ['a commit', '2f9a6b8cd1e07f35a4b9c8d7e6f5a4b3c2d1e0f9'],
    ['a document', '1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms'],
    ['a UUID', '3f2504e0-4f89-11d3-9a0c-0305e82c3301'],
    ['words', 'getting-started-with-the-new-command-line-interface'],
    ['a short run', 'SGVsbG8gd29ybGQ'],
    ['nothing', ''],
  ])('finds little or nothing in %s', (_name, value) => {
    expect(encodedTextIn(value)).toBeLessThan(12)
  })
})
