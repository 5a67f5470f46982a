import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formsOf, utf8Of } from './value-forms.ts'

describe('formsOf', () => {
  it('spells a value as it is, for JSON, for addresses, in hex and in base64', () => {
    const value = 'a"b/ü~?>x'
    expect(formsOf(value)).toEqual(
      expect.arrayContaining([
        value,
        'a\\"b/ü~?>x',
        'a%22b%2F%C3%BC~%3F%3Ex',
        'a%22b%2f%c3%bc~%3f%3ex',
        '%61%22%62%2f%c3%bc%7e%3f%3e%78',
        '%61%22%62%2F%C3%BC%7E%3F%3E%78',
        '6122622fc3bc7e3f3e78',
        '6122622FC3BC7E3F3E78',
        'YSJiL8O8fj8+e',
        'YSJiL8O8fj8-e',
      ]),
    )
  })

  it('lists the longest first and none twice', () => {
    const forms = formsOf('abcdef')
    expect(new Set(forms).size).toBe(forms.length)
    expect(forms.map(({ length }) => length)).toEqual(
      forms.map(({ length }) => length).sort((a, b) => b - a),
    )
  })

  it('has a form that stands in any base64 of any text around the value', () => {
    const around = fc.string({ unit: 'binary', maxLength: 7 })
    const value = fc.string({ unit: 'binary', minLength: 6, maxLength: 12 })
    fc.assert(
      fc.property(around, value, around, (before, secret, after) => {
        const encoded = Buffer.from(before + secret + after.replace(/^[\udc00-\udfff]/, ''))
        const forms = formsOf(secret)
        expect(forms.some((form) => encoded.toString('base64').includes(form))).toBe(true)
        expect(forms.some((form) => encoded.toString('base64url').includes(form))).toBe(true)
        expect(forms.some((form) => encoded.toString('hex').includes(form))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

describe('utf8Of', () => {
  it('gives the bytes that Node gives, half a pair as U+FFFD', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(utf8Of(text)).toEqual([...Buffer.from(text)])
      }),
    )
    expect(utf8Of('a\ud83d')).toEqual([0x61, 0xef, 0xbf, 0xbd])
  })
})
