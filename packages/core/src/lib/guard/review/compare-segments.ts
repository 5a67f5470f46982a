import type { Segment } from './segment.ts'

/** What stands in only one of the two, each as often as it stands there more often. */
export function compareSegments(
  before: readonly Segment[],
  after: readonly Segment[],
): { readonly added: readonly Segment[]; readonly removed: readonly Segment[] } {
  return { added: withoutOnes(after, before), removed: withoutOnes(before, after) }
}

function withoutOnes(all: readonly Segment[], known: readonly Segment[]): readonly Segment[] {
  const left = new Map<string, number>()
  for (const one of known) left.set(keyOf(one), (left.get(keyOf(one)) ?? 0) + 1)
  return all.filter((one) => {
    const key = keyOf(one)
    const count = left.get(key) ?? 0
    if (count > 0) left.set(key, count - 1)
    return count === 0
  })
}

const MAX_SEARCHED = 300_000

/** Whether a segment is nothing but words that stood together before, cut at other places. */
export function createRecutTest(removed: readonly Segment[]): (segment: Segment) => boolean {
  const texts = new Map<string, string[]>()
  for (const { kind, text } of removed) {
    const list = texts.get(kind)
    if (list) list.push(text)
    else texts.set(kind, [text])
  }
  const joined = new Map([...texts].map(([kind, list]) => [kind, ` ${list.join(' ')} `]))
  // Each added segment searches the whole: a text so long is compared without this.
  for (const [kind, text] of joined) if (text.length > MAX_SEARCHED) joined.delete(kind)
  return ({ kind, text }) => joined.get(kind)?.includes(` ${text} `) ?? false
}

/** Between ideographs a broken line leaves a blank that means nothing. */
const IDEOGRAPH_GAP =
  /(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}，。、！？；：]) (?=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])/gu

function keyOf({ kind, text, language }: Segment): string {
  return `${kind} ${language}\n${text.replace(IDEOGRAPH_GAP, '')}`
}
