import { describe, expect, it } from 'vitest'
import { createBlockHash, findAccepted } from './accepted-finding.ts'

const TEXT = '# Head\n\none\r\ntwo  \r\n\nthree\rfour\n'
const rangeOf = (words: string) => {
  const start = TEXT.indexOf(words)
  return { start, end: start + words.length }
}

describe('findAccepted', () => {
  const of = (rule: string, sha256: string) => ({
    rule,
    sha256,
    reason: 'seen',
    until: '2030-01-01',
  })
  const accepted = [of('a.rule', 'file'), of('a.rule', 'block'), of('b.rule', 'block')]

  it('takes the first entry of the rule for this block or this file', () => {
    expect(findAccepted(accepted, 'a.rule', { block: 'block', file: 'file' })).toBe(accepted[0])
    expect(findAccepted(accepted, 'a.rule', { block: 'block', file: 'x' })).toBe(accepted[1])
    expect(findAccepted(accepted, 'b.rule', { block: 'block', file: 'file' })).toBe(accepted[2])
  })

  it('takes no entry of another rule or another text', () => {
    expect(findAccepted(accepted, 'c.rule', { block: 'block', file: 'file' })).toBeUndefined()
    expect(findAccepted(accepted, 'b.rule', { block: 'x', file: 'file' })).toBeUndefined()
  })
})

describe('createBlockHash', () => {
  it.each([
    ['Head', '# Head'],
    ['one', 'one\ntwo'],
    ['two', 'one\ntwo'],
    ['four', 'three\nfour'],
  ])('hashes the block around %j with LF, without white space at its end', (words, block) => {
    expect(createBlockHash(TEXT, (text) => text)(rangeOf(words))).toBe(block)
  })

  it('hashes each block once', () => {
    const hashed: string[] = []
    const hashOf = createBlockHash(TEXT, (text) => `${hashed.push(text)}`)
    expect(['one', 'two', 'Head', 'one'].map((words) => hashOf(rangeOf(words)))).toEqual([
      '1',
      '1',
      '2',
      '1',
    ])
  })
})
