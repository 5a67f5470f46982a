import { describe, expect, it } from 'vitest'
import { compareSegments, createRecutTest } from './compare-segments.ts'
import { readSegments } from './read-segments.ts'

const read = (text: string) => readSegments(text, 'markdown')
const compare = (before: string, after: string) => {
  const { added, removed } = compareSegments(read(before), read(after))
  return [added.map((one) => one.text), removed.map((one) => one.text)]
}

describe('compareSegments', () => {
  it.each<readonly [string, string, readonly string[], readonly string[]]>([
    ['a\n\nb', 'b\n\na', [], []],
    ['a\n\na', 'a\n\na\n\na', ['a'], []],
    ['a\n\na\n\na\n\nb', 'a\n\nb\n\nb', ['b'], ['a', 'a']],
    ['a', 'b', ['b'], ['a']],
    ['a', '> a', ['a'], ['a']],
    ['```sh\na\n```', '```js\na\n```', ['```js', 'a'], ['```sh', 'a']],
  ])('compares %j with %j', (before, after, added, removed) => {
    expect(compare(before, after)).toEqual([added, removed])
  })

  it.each([
    '请保持模块小。',
    'あいうえお',
    'アイウエオ',
    '请ひらカナ小',
    '请，保、持！模？块；小：',
  ])('takes a line broken anywhere in %s for the same', (text) => {
    for (let at = 1; at < text.length; at++) {
      const before = text.slice(0, at)
      // Behind the end of a sentence another one begins, and no line begins with a mark.
      if (/[。！？；]$/.test(before) || /^[。！？；，、：]/.test(text.slice(at))) continue
      expect(compare(text, `${before}\n${text.slice(at)}`)).toEqual([[], []])
    }
  })

  it.each([
    ['ab', 'a b'],
    ['a请', 'a 请'],
    ['请a', '请 a'],
  ])('tells %j from %j', (before, after) => {
    expect(compare(before, after)).toEqual([[after], [before]])
  })
})

describe('createRecutTest', () => {
  const isRecut = createRecutTest(read('One two.\n\nThree four.\n\n> Five six.'))

  it.each(['One two.', 'two. Three', 'Three four.', '> Five'])(
    'knows that the words of %j stood together',
    (text) => {
      expect(read(text).every(isRecut)).toBe(true)
    },
  )

  it.each(['One four.', 'four. Five', '> One', '> two. Three', 'thre', '<!-- One -->', 'ne two.'])(
    'knows that those of %j did not',
    (text) => {
      expect(read(text).every(isRecut)).toBe(false)
    },
  )
})
