import { describe, expect, it } from 'vitest'
import { findResembling } from './find-resembling.ts'
import { readSegments } from './read-segments.ts'

const segments = (...lines: readonly string[]) =>
  readSegments(lines.map((line) => `- ${line}`).join('\n'), 'markdown')
const pairs = (added: readonly string[], removed: readonly string[]) =>
  findResembling(segments(...added), segments(...removed)).map((one) => one?.text ?? null)

describe('findResembling', () => {
  it('pairs a sentence with the one that has most words in common', () => {
    const removed = ['Keep the module small and fast', 'Keep the ledger small and tidy']
    expect(pairs(['Keep the ledger small and clean'], removed)).toEqual([removed[1]])
    expect(pairs(['KEEP the LEDGER small and tidy!'], removed)).toEqual([removed[1]])
  })

  it('takes three words in five of both for alike, and no less', () => {
    expect(pairs(['a b c x y'], ['a b c d e'])).toEqual(['a b c d e'])
    expect(pairs(['a b x y z'], ['a b c d e'])).toEqual([null])
  })

  it('takes the first of those that are as much alike', () => {
    expect(pairs(['a b c x'], ['a b c y', 'a b c z'])).toEqual(['a b c y'])
  })

  it('compares words, not letters', () => {
    expect(pairs(['listen silent'], ['tinsel enlist'])).toEqual([null])
  })

  it('looks at the first 200 words', () => {
    const words = (count: number, mark: string) =>
      Array.from({ length: count }, (_, index) => `${mark}${index}`).join(' ')
    const [old, now] = [words(300, 'old'), words(300, 'now')]
    expect(pairs([`${words(200, 'w')} ${now}`], [`${words(200, 'w')} ${old}`])).toHaveLength(1)
    expect(pairs([`${words(200, 'w')} ${now}`], [`${words(200, 'w')} ${old}`])).not.toEqual([null])
  })

  it('compares ideographs one by one', () => {
    expect(pairs(['请保持模块很小'], ['请保持模块小'])).toEqual(['请保持模块小'])
  })

  it('finds nothing by words that stand everywhere, and nothing in nothing', () => {
    const removed = Array.from({ length: 60 }, (_, index) => `keep it w${index}`)
    expect(pairs(['keep it w7'], removed)).toEqual(['keep it w7'])
    expect(pairs(['keep it'], removed)).toEqual([null])
    expect(pairs(['...'], ['...'])).toEqual([null])
    expect(pairs(['keep it'], removed.slice(0, 51))).toEqual([null])
    expect(pairs(['keep it'], removed.slice(0, 50))).toEqual([removed[0]])
  })
})
