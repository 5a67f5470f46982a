import { describe, expect, it } from 'vitest'
import { findHiddenSpans } from './hidden-spans.ts'

const spans = (text: string, ...ignored: readonly number[]) => {
  const { ends, unclosed } = findHiddenSpans(text, new Set(ignored))
  return [Array.from(ends, ([start, end]) => text.slice(start, end)), unclosed]
}

describe('findHiddenSpans', () => {
  it.each<readonly [string, readonly string[], readonly number[]]>([
    ['a<!-- b -->c', ['<!-- b -->'], []],
    ['a<!-- b --!>c', ['<!-- b --!>'], []],
    ['<!-->a-->', ['<!-->'], []],
    ['<!--->a', ['<!--->'], []],
    ['<!-- a <!-- b --> c -->', ['<!-- a <!-- b -->'], []],
    ['<!-- a <!--> b -->', ['<!-- a <!-->'], []],
    ['<![CDATA[ a ]]>b', ['<![CDATA[ a ]]>'], []],
    ['<![cdata[ a --> b ]]>', ['<![cdata[ a --> b ]]>'], []],
    ['<!-- a ]]> b -->', ['<!-- a ]]> b -->'], []],
    ['＜！－－ a -->', ['＜！－－ a -->'], []],
    ['a --> b ]]>', [], []],
    ['a <!-- b', [], [2]],
    ['a <![CDATA[ b', [], [2]],
    ['<!-- a --> <!-- b', ['<!-- a -->'], [11]],
    ['<![CDATA[ a --> <!-- b', [], [0, 16]],
    ['<!-- a ]]> <![CDATA[ b -->', ['<!-- a ]]> <![CDATA[ b -->'], [11]],
    ['<!-->', ['<!-->'], []],
    ['plain < b', [], []],
  ])('pairs what stands in %j', (text, ends, unclosed) => {
    expect(spans(text)).toEqual([ends, unclosed])
  })

  it('takes an opening that is ignored for plain text', () => {
    expect(spans('<!-- a <!-- b -->', 0)).toEqual([['<!-- b -->'], []])
    expect(spans('<!-- a', 0)).toEqual([[], []])
  })
})
