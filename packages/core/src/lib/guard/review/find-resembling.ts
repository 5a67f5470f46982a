import type { Segment } from './segment.ts'

/** From this share of common words on, one sentence counts as the other one edited. */
const ALIKE = 0.6
/** A word in more sentences than this says nothing about which one is meant; bounds the comparison. */
const MAX_HOLDERS = 50
const MAX_WORDS = 200

/**
 * For each added segment the removed one that it was edited from, or null: the one
 * with the most words in common, at least three in five of both together.
 */
export function findResembling(
  added: readonly Segment[],
  removed: readonly Segment[],
): readonly (Segment | null)[] {
  const words = removed.map((one) => wordsOf(one.text))
  const holders = holdersOf(words)
  return added.map((segment) => {
    const own = wordsOf(segment.text)
    const ranked = candidatesFor(own, holders)
      .map((index) => ({ index, share: likeness(own, words[index] ?? new Set()) }))
      .sort((a, b) => b.share - a.share || a.index - b.index)
    const [best] = ranked
    return best && best.share >= ALIKE ? (removed[best.index] ?? null) : null
  })
}

/** Which texts hold a word, by their index. */
function holdersOf(words: readonly ReadonlySet<string>[]): ReadonlyMap<string, readonly number[]> {
  const holders = new Map<string, number[]>()
  for (const [index, own] of words.entries()) {
    for (const word of own) {
      const list = holders.get(word)
      if (list) list.push(index)
      else holders.set(word, [index])
    }
  }
  return holders
}

function candidatesFor(
  words: ReadonlySet<string>,
  holders: ReadonlyMap<string, readonly number[]>,
): readonly number[] {
  const lists = [...words].map((word) => holders.get(word) ?? [])
  return [...new Set(lists.filter(({ length }) => length <= MAX_HOLDERS).flat())]
}

/** Words in small letters, ideographs one by one. */
function wordsOf(text: string): ReadonlySet<string> {
  const found = text
    .toLowerCase()
    .match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{L}\p{N}_$]+/gu)
  return new Set(found?.slice(0, MAX_WORDS))
}

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0
  for (const word of a) if (b.has(word)) shared++
  return (2 * shared) / (a.size + b.size)
}
