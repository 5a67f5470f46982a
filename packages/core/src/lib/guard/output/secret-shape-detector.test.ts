import { describe, expect, it } from 'vitest'
import { detectSecretShape } from './secret-shape-detector.ts'
import { SECRET_SHAPES } from './secret-shapes.ts'
import { createReader } from './text-reader.ts'

const LETTERS = 'aB3dE5gH7jK9mN1pQ2sT4vW6yZ8cF0'
/** So many characters that a shape allows, in a mixed order. */
const filled = (letter: RegExp, length: number) =>
  Array.from(LETTERS.repeat(9) + LETTERS.toUpperCase().repeat(9) + LETTERS.toLowerCase().repeat(9))
    .filter((one) => letter.test(one))
    .slice(0, length)
    .join('')
const endIn = (text: string, at = 0) => detectSecretShape(createReader(text, true), at)?.end
const key = (body: string) => `-----BEGIN RSA PRIVATE KEY-----${body}`
const BODY = filled(/[A-Za-z0-9]/, 64)
const HEADER = 'eyJhbGciOiJIUzI1NiJ9'

describe('detectSecretShape', () => {
  it.each(SECRET_SHAPES)('knows $what by $prefix', ({ prefix, letter, min, exact, what }) => {
    const token = prefix + filled(letter, min)
    expect(endIn(`${token} x`)).toBe(token.length)
    expect(endIn(`(${token})`, 1)).toBe(token.length + 1)
    expect(endIn(`x${token}`, 1)).toBeUndefined()
    expect(endIn(token.slice(0, -1))).toBeUndefined()
    const more = token + filled(letter, 1)
    expect(endIn(more)).toBe(exact ? undefined : more.length)
    const { kind, message } = detectSecretShape(createReader(token, true), 0) ?? {}
    expect([kind, message]).toEqual(['secret-shape', `The output holds what looks like ${what}.`])
  })

  it.each([
    [`sk-ant-${'x'.repeat(40)}`],
    ['sk-ant-your_key_goes_in_this_place'],
    ['sk-ant-api03-placeholder-for-the-key'],
    ['AKIA1234567890EXAMPLE'.slice(0, 4).concat('IOSFODNN7EXAMPLE')],
    [`sk-ant-REDACTED${BODY}`],
  ])('lets the placeholder %s pass', (text) => {
    expect(endIn(text)).toBeUndefined()
  })

  it('takes the whole of a private key, with its last line when it is there', () => {
    const whole = key(`\n${BODY}\n${BODY}\n-----END RSA PRIVATE KEY-----`)
    expect(endIn(`${whole}\nand more`)).toBe(whole.length)
    const escaped = key(`\\n${BODY}\\n-----END RSA PRIVATE KEY-----`)
    expect(endIn(`"${escaped}"`, 1)).toBe(escaped.length + 1)
    const cut = key(`\n${BODY}`)
    expect(endIn(`${cut}\n\nThat was the key`)).toBe(cut.length)
    expect(endIn(`${cut}\n-----END CERTIFICATE-----`)).toBe(cut.length)
  })

  it.each([
    ['a first line alone', key('')],
    ['a first line and prose', key('\nfollowed by lines of letters')],
    ['a short body', key(`\n${BODY.slice(0, 31)}`)],
    ['a public key', `-----BEGIN PUBLIC KEY-----\n${BODY}`],
    ['a certificate', `-----BEGIN CERTIFICATE-----\n${BODY}`],
    ['an open first line', `-----BEGIN PRIVATE KEY\n${BODY}`],
  ])('lets %s pass', (_name, text) => {
    expect(endIn(text)).toBeUndefined()
  })

  it('knows a signed token by two objects and a signature', () => {
    const token = `${HEADER}.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${BODY.slice(0, 43)}`
    expect(endIn(`${token}"`)).toBe(token.length)
    expect(endIn(`${HEADER}.${BODY}`)).toBeUndefined()
    expect(endIn(`${HEADER}.eyJzdWIiOiIxMjM0NTY3ODkwIn0`)).toBeUndefined()
    expect(endIn(`eyJhbGciOiJ.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${BODY}`)).toBeUndefined()
  })
})
