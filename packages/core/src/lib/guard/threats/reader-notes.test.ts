import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FEWEST_SINGLES, LONGEST_SPACED, NoteTaker, SINGLES_APART } from './reader-notes.ts'
import { readLines } from './text-lines.ts'
import { blocksAround } from './views/line-blocks.ts'

describe('NoteTaker', () => {
  it('notes enough to find every block', () => {
    const line = fc.oneof(
      fc.constant(''),
      fc.nat(60).map((length) => 'x'.repeat(length)),
      fc.integer({ min: 1900, max: 5000 }).map((length) => 'x'.repeat(length)),
    )
    const lines = fc.array(line, { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(lines, fc.array(fc.nat(999), { maxLength: 60 }), (given, shares) => {
        const text = given.join('\n')
        const read = readLines(text)
        const offsets = shares.map((share) => Math.floor((share / 1000) * text.length))
        const ascending = [...new Set(offsets)].sort((a, b) => a - b)
        const notes = new NoteTaker()
        for (const [index, start] of read.starts.entries()) {
          const end = read.ends[index] ?? 0
          notes.begin(start, end)
          for (const at of ascending) if (at >= start && at < end) notes.addDisguised(at)
        }
        const inLines = ascending.filter((at) => text.charAt(at) === 'x')
        expect(blocksAround(read, notes.disguised)).toEqual(blocksAround(read, inLines))
      }),
    )
  })

  it('has nothing to tell before it was told anything', () => {
    const { disguised, runs, escapes, mixed, single, unseen, letters } = new NoteTaker()
    expect([disguised, runs, escapes, mixed, single]).toEqual([[], [], [], [], []])
    expect([unseen, letters]).toEqual([false, false])
  })

  it('notes on a long line behind another one no more than a run, and begins anew behind a gap', () => {
    const notes = new NoteTaker()
    notes.begin(10_000, 10_100 + LONGEST_SPACED)
    for (let at = 10_000; at < 10_100; at += SINGLES_APART) notes.addSingle(at)
    expect(notes.single).toHaveLength(FEWEST_SINGLES)
    const apart = new NoteTaker()
    apart.begin(0, 1 + LONGEST_SPACED)
    for (let at = 0; at < 100; at += SINGLES_APART + 1) apart.addSingle(at)
    expect(apart.single).toHaveLength(10)
  })

  it('notes every single letter of a line that is put together, and one run of a longer one', () => {
    const note = (length: number) => {
      const notes = new NoteTaker()
      notes.begin(0, length)
      for (let at = 0; at < length; at += 2) notes.addSingle(at)
      return notes.single.length
    }
    expect(note(LONGEST_SPACED)).toBe(LONGEST_SPACED / 2)
    expect(note(LONGEST_SPACED + 1)).toBe(FEWEST_SINGLES)
  })
})
