import fc from 'fast-check'
import { type ParseError, parse } from 'jsonc-parser'
import { describe, expect, it } from 'vitest'
import { type ContentAdditions, isDelivery, mergeConfigContent } from './config-content.ts'

const HASH = '0123456789abcdef0123456789abcdef'
const PATH = `/home/me/.onesoul/state/deliver/${HASH}.md`

function merge(own: string | undefined, more: Partial<ContentAdditions> = {}): string {
  const result = mergeConfigContent(own, { deliveryPath: PATH, ...more })
  if (!result.ok) throw new Error(result.message)
  return result.content
}

function read(text: string): unknown {
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { allowTrailingComma: true })
  expect(errors).toEqual([])
  return value
}

describe('mergeConfigContent', () => {
  it.each([undefined, '', '  \n'])('starts a value for %j', (own) => {
    expect(read(merge(own))).toEqual({ instructions: [PATH] })
  })

  it('adds ours behind the instructions of the person and keeps every byte of theirs', () => {
    const own =
      '{ // mine\n  "instructions": ["{env:NOTES}", "~/b.md",],\n  "share": "disabled",\n}'
    const merged = merge(own)
    expect(read(merged)).toEqual({
      instructions: ['{env:NOTES}', '~/b.md', PATH],
      share: 'disabled',
    })
    expect(merged.replace(`,"${PATH}"`, '')).toBe(own)
  })

  it('sends one provider elsewhere and leaves its other options', () => {
    const own = '{"provider":{"p":{"npm":"n","options":{"baseURL":"old","apiKey":"{env:KEY}"}}}}'
    const merged = merge(own, {
      values: [{ path: ['provider', 'p', 'options', 'baseURL'], value: 'http://127.0.0.1:1/t' }],
    })
    expect(read(merged)).toEqual({
      provider: {
        p: { npm: 'n', options: { baseURL: 'http://127.0.0.1:1/t', apiKey: '{env:KEY}' } },
      },
      instructions: [PATH],
    })
  })

  it('takes out the delivery of an outer run, of this home and of another', () => {
    const other = `/srv/soul/state/deliver/${HASH.replace('0', 'f')}.md`
    const sameHome = '/home/me/.onesoul/state/deliver/old.md'
    const own = JSON.stringify({ instructions: [other, 'mine.md', sameHome, PATH] })
    expect(read(merge(own))).toEqual({ instructions: ['mine.md', PATH] })
  })

  it.each([
    [`["${PATH}"]`, `["${PATH}"]`],
    [`["a", "${PATH}",]`, `["a","${PATH}",]`],
    [`["${PATH}", "a" /* mine */ ]`, `["a","${PATH}" /* mine */ ]`],
    [`["a", "${PATH}", "b"]`, `["a", "b","${PATH}"]`],
    [`["${PATH}", "${PATH}"]`, `["${PATH}"]`],
  ])('takes it out of %s', (own, expected) => {
    expect(merge(`{"instructions":${own}}`)).toBe(`{"instructions":${expected}}`)
  })

  it('writes a path with {env:…} or {file:…} so that OpenCode fills nothing in', () => {
    const deliveryPath = `/home/{env:HOME}/{file:x}/deliver/${HASH}.md`
    const merged = merge(undefined, { deliveryPath })
    expect(merged).not.toMatch(/\{(?:env|file):/)
    expect(read(merged)).toEqual({ instructions: [deliveryPath] })
  })

  it.each(['[]', '{"a":', 'null', '"text"', '{"a":{env:X}}'])('refuses %j', (own) => {
    const result = mergeConfigContent(own, { deliveryPath: PATH })
    expect(result).toEqual({
      ok: false,
      message: 'OPENCODE_CONFIG_CONTENT is set and is no JSON object',
    })
  })

  it('refuses instructions that are no list', () => {
    const result = mergeConfigContent('{"instructions":"a.md"}', { deliveryPath: PATH })
    expect(result.ok).toBe(false)
  })

  it('keeps whatever else the person wrote', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const { instructions: _, provider: __, ...own } = value
        const merged: unknown = JSON.parse(merge(JSON.stringify(own)))
        expect(merged).toEqual({ ...JSON.parse(JSON.stringify(own)), instructions: [PATH] })
      }),
    )
  })
})

describe('isDelivery', () => {
  it.each([
    [PATH, true],
    ['/x/deliver/notes.md', false],
    [`/x/other/${HASH}.md`, false],
    [`/x/deliver/${HASH}.txt`, false],
  ])('says of %s: %s', (entry, expected) => {
    expect(isDelivery(entry)).toBe(expected)
  })
})
