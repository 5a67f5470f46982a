import { describe, expect, it } from 'vitest'
import { readLines } from '../text-lines.ts'
import { blocksAround, coveredFrom } from './line-blocks.ts'

const around = (text: string, ...words: readonly string[]) => {
  const offsets = words.map((one) => text.indexOf(one))
  return blocksAround(readLines(text), offsets).map(({ start, end }) => text.slice(start, end))
}
const LONG = `${'x'.repeat(2000)}mark${'y'.repeat(2000)}`

describe('blocksAround', () => {
  it.each<readonly [string, readonly string[], readonly string[]]>([
    ['a\nb\nc\nd\ne\nf\ng', ['d'], ['b\nc\nd\ne\nf']],
    ['a\nb\nc', ['a'], ['a\nb\nc']],
    ['a\n\nb\n \nc', ['b'], ['b']],
    ['a\n\nb\nc\n\nd', ['a', 'c', 'd'], ['a', 'b\nc', 'd']],
    ['a\nb\nc\nd\ne\nf\ng\nh', ['a', 'f'], ['a\nb\nc\nd\ne\nf\ng\nh']],
    ['a\nb\nc\nd\ne\nf\ng\nh\ni\nj', ['a', 'g'], ['a\nb\nc', 'e\nf\ng\nh\ni']],
    ['a b\nc', ['a', 'b'], ['a b\nc']],
  ])('gives of %j for %j whole lines with two neighbours', (text, words, blocks) => {
    expect(around(text, ...words)).toEqual(blocks)
  })

  it('gives of a long line what is near', () => {
    expect(around(`a\n${LONG}\nb`, 'mark')).toEqual([LONG.slice(1500, 2500)])
    const begins = `mark${'y'.repeat(2000)}`
    expect(around(`a\n${begins}\nb`, 'mark')).toEqual([begins.slice(0, 500)])
    const ends = `${'y'.repeat(2000)}mark`
    expect(around(`a\n${ends}\nb`, 'mark')).toEqual([ends.slice(1500)])
  })

  it('takes no long line for a neighbour', () => {
    expect(around(`a\n${'x'.repeat(2001)}\nmark\nb\n${LONG}`, 'mark')).toEqual(['mark\nb'])
    expect(around(`${'x'.repeat(2000)}\nmark`, 'mark')).toEqual([`${'x'.repeat(2000)}\nmark`])
  })

  it('joins what overlaps on a long line', () => {
    const text = `${'x'.repeat(1000)}one${'x'.repeat(600)}two${'x'.repeat(2000)}three${'x'.repeat(900)}`
    expect(around(text, 'one', 'two', 'three')).toEqual([
      text.slice(500, 1603 + 500),
      text.slice(3606 - 500, 3606 + 500),
    ])
  })
})

describe('coveredFrom', () => {
  it('is the end of a line, and of a long one the half of what is near', () => {
    expect(coveredFrom(10, { start: 0, end: 2000 })).toBe(2000)
    expect(coveredFrom(10, { start: 0, end: 2001 })).toBe(260)
  })
})
