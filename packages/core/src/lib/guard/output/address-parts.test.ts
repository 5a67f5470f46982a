import { describe, expect, it } from 'vitest'
import { hostOf, partsOf, percentDecoded } from './address-parts.ts'

describe('partsOf', () => {
  it('takes an address apart', () => {
    expect(partsOf('HTTPS://me:pw@Sub.Example.ORG:8080/a/b%20c;d?k=v%2Bw&x=1#end')).toEqual({
      host: 'sub.example.org',
      names: ['me:pw', 'sub', 'example', 'org', 'a', 'b c', 'd'],
      path: '/a/b c;d',
      fields: ['k', 'v+w', 'x', '1', 'end'],
    })
  })

  it('knows an address without path and fields', () => {
    expect(partsOf('//a.example')).toEqual({
      host: 'a.example',
      names: ['a', 'example'],
      path: '',
      fields: [],
    })
  })

  it.each([
    ['https:\\\\a.example\\b', 'a.example'],
    ['https://good.example@a.example/', 'a.example'],
    ['https://good.example:x@a.example:443', 'a.example'],
    ['http://a.example?x@good.example', 'a.example'],
    ['http://a.example#x@good.example', 'a.example'],
  ])('finds the host of %s as a browser does', (address, host) => {
    expect(hostOf(address)).toBe(host)
  })
})

describe('percentDecoded', () => {
  it('decodes twice and keeps what is no escape', () => {
    expect(percentDecoded('a%2520b%25zz')).toBe('a b%zz')
    expect(percentDecoded('100%+%41')).toBe('100%+A')
    expect(percentDecoded('%ff%41')).toBe('%ffA')
  })
})
