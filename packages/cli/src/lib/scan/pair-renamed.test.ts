import { describe, expect, it } from 'vitest'
import { pairRenamed } from './pair-renamed.ts'

const words = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `word${from + index}`).join(' ')

const named = (text: string) => ({ path: 'new/n.md', text })

describe('pairRenamed', () => {
  it('finds the text with most words in common, however its lines are broken', () => {
    const gone = [
      { path: 'a.md', text: words(0, 100) },
      { path: 'b.md', text: words(20, 100) },
    ]
    const added = [`${words(20, 90).replaceAll(' ', '\n')}\nand more`, words(500, 50)].map(named)
    expect(pairRenamed(added, gone).map((one) => one?.path ?? null)).toEqual(['b.md', null])
  })

  it('takes each gone text once, and none for an empty one', () => {
    const gone = [{ path: 'a.md', text: words(0, 50) }]
    const added = [words(0, 50), words(0, 50), ''].map(named)
    expect(pairRenamed(added, gone).map((one) => one?.path ?? null)).toEqual(['a.md', null, null])
  })

  it('needs less in common when only the folder is another', () => {
    const gone = [{ path: 'a/AGENTS.md', text: words(0, 50) }]
    const text = words(30, 50)
    expect(pairRenamed([{ path: 'b/AGENTS.md', text }], gone)).toEqual(gone)
    expect(pairRenamed([{ path: 'b/OTHER.md', text }], gone)).toEqual([null])
  })
})
