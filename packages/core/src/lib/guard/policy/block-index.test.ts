import { describe, expect, it } from 'vitest'
import { createBlockIndex } from './block-index.ts'

const TEXT = '# Head\n\none\ntwo\n```sh\na\n\nb\n```\nthree\n\n- item\n'
const blockOf = (words: string, text = TEXT) => {
  const start = text.indexOf(words)
  const block = createBlockIndex(text).around({ start, end: start + words.length })
  return text.slice(block.start, block.end)
}

describe('createBlockIndex', () => {
  it.each([
    ['Head', '# Head\n'],
    ['two', 'one\ntwo\n'],
    ['b\n', '```sh\na\n\nb\n```\n'],
    ['three', 'three\n'],
    ['item', '- item\n'],
    ['two\n```sh', 'one\ntwo\n```sh\na\n\nb\n```\n'],
  ])('finds the block around %j', (words, block) => {
    expect(blockOf(words)).toBe(block)
  })

  it('takes a blank line to the block above it', () => {
    expect(createBlockIndex('a\n\nb\n').around({ start: 2, end: 3 })).toEqual({ start: 0, end: 3 })
  })

  it('takes an open fence to the end, and an empty text as it is', () => {
    expect(blockOf('x', 'a\n\n~~~\nb\n\nx\n')).toBe('~~~\nb\n\nx\n')
    expect(createBlockIndex('').around({ start: 0, end: 0 })).toEqual({ start: 0, end: 0 })
  })
})
