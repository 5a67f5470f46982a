import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffLines, type LineChange, MAX_LINE_EDITS, toHunks } from './diff-lines.ts'

const side = (changes: readonly LineChange[], without: LineChange['kind']): string =>
  changes
    .filter((change) => change.kind !== without)
    .map((change) => change.text)
    .join('\n')

const drawn = (changes: readonly LineChange[]): readonly string[] =>
  changes.map(({ kind, text }) => `${{ same: ' ', removed: '-', added: '+' }[kind]}${text}`)

/** The length of a longest common subsequence, by the table that needs no trick. */
function commonLines(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0)
  for (const line of a) {
    const next = [0]
    b.forEach((other, index) => {
      const longer = Math.max(row[index + 1] ?? 0, next[index] ?? 0)
      next.push(line === other ? (row[index] ?? 0) + 1 : longer)
    })
    row = next
  }
  return row.at(-1) ?? 0
}

describe('diffLines', () => {
  it('keeps what both have and puts what goes before what comes', () => {
    expect(drawn(diffLines('a\nb\nc\nd', 'a\nx\ny\nd\ne'))).toEqual([
      ' a',
      '-b',
      '-c',
      '+x',
      '+y',
      ' d',
      '+e',
    ])
  })

  it('sees a final newline and a carriage return', () => {
    expect(drawn(diffLines('a', 'a\n'))).toEqual([' a', '+'])
    expect(drawn(diffLines('a\r\nb', 'a\nb'))).toEqual(['-a\r', '+a', ' b'])
  })

  it('gives both texts back, with the fewest changes', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 14 })
      .map((lines) => lines.join('\n'))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const changes = diffLines(before, after)
        expect(side(changes, 'added')).toBe(before)
        expect(side(changes, 'removed')).toBe(after)
        const kept = changes.filter((change) => change.kind === 'same').length
        expect(kept).toBe(commonLines(before.split('\n'), after.split('\n')))
      }),
    )
  })

  it('replaces the middle as a whole beyond the bound, and at once', () => {
    const lines = (word: string, count: number): string =>
      Array.from({ length: count }, (_, index) => `${word} ${index}`).join('\n')
    const before = `first\n${lines('old', 20_000)}\nlast`
    const after = `first\n${lines('new', 20_000)}\nlast`
    const start = performance.now()
    const changes = diffLines(before, after)
    expect(performance.now() - start).toBeLessThan(5_000)
    expect(changes.filter((change) => change.kind === 'same').map(({ text }) => text)).toEqual([
      'first',
      'last',
    ])
    expect(side(changes, 'added')).toBe(before)
    expect(side(changes, 'removed')).toBe(after)
    const few = diffLines(lines('x', MAX_LINE_EDITS), '')
    expect(few).toHaveLength(MAX_LINE_EDITS + 1)
  })
})

describe('toHunks', () => {
  it('keeps two lines around each run, and says where it begins', () => {
    const before = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'].join('\n')
    const after = ['1', '2', '3', 'x', '5', '6', '7', '8', '9', '10', '12', '13'].join('\n')
    expect(toHunks(diffLines(before, after)).map((hunk) => [hunk.before, hunk.after])).toEqual([
      [2, 2],
      [9, 9],
    ])
    expect(toHunks(diffLines(before, after)).map((hunk) => drawn(hunk.lines))).toEqual([
      [' 2', ' 3', '-4', '+x', ' 5', ' 6'],
      [' 9', ' 10', '-11', ' 12', '+13'],
    ])
  })

  it('joins runs that are near each other and has none for equal texts', () => {
    expect(toHunks(diffLines('a\nb\nc', 'x\nb\ny'))).toHaveLength(1)
    expect(toHunks(diffLines('a\nb', 'a\nb'))).toEqual([])
  })
})
