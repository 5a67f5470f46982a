/** From this share of common words on, one text counts as the other one under a new name. */
const ALIKE = 0.6
/** Enough when the file has kept its own name and only its folder is another. */
const ALIKE_BY_NAME = 0.25
const MAX_WORDS = 5000

/** A text with its path. */
export interface NamedText {
  readonly path: string
  readonly text: string
}

/**
 * For each new text the gone one that it was renamed from, or null: the one with most
 * words in common, however their lines are broken. Each gone text is taken once.
 */
export function pairRenamed(
  added: readonly NamedText[],
  gone: readonly NamedText[],
): readonly (NamedText | null)[] {
  const candidates = gone.map((one) => ({ one, words: wordsOf(one.text) }))
  const taken = new Set<NamedText>()
  return added.map(({ path, text }) => {
    const own = wordsOf(text)
    const ranked = candidates
      .filter(({ one }) => !taken.has(one))
      .map(({ one, words }) => ({ one, share: likeness(own, words) }))
      .filter(
        ({ one, share }) => share >= (nameOf(one.path) === nameOf(path) ? ALIKE_BY_NAME : ALIKE),
      )
      .sort((a, b) => b.share - a.share)
    const best = ranked[0]?.one ?? null
    if (best) taken.add(best)
    return best
  })
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function wordsOf(text: string): ReadonlySet<string> {
  const words = new Set<string>()
  for (const [word] of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    words.add(word)
    if (words.size === MAX_WORDS) break
  }
  return words
}

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  if (large.size === 0) return 0
  let shared = 0
  for (const word of small) if (large.has(word)) shared++
  return (2 * shared) / (a.size + b.size)
}
