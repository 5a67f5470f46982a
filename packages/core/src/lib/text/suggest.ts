/**
 * The candidate that was probably meant: the nearest by edit distance, ignoring
 * case, when at most a third of the word (and at most `most` characters, default
 * three) differs. One suits words that may well be meant as they stand.
 */
export function suggest(word: string, candidates: readonly string[], most = 3): string | undefined {
  const wanted = word.toLowerCase()
  const limit = Math.min(most, Math.max(1, Math.ceil(wanted.length / 3)))
  let best: { candidate: string; distance: number } | undefined
  for (const candidate of candidates) {
    const distance = editDistance(wanted, candidate.toLowerCase())
    if (distance <= limit && (!best || distance < best.distance)) best = { candidate, distance }
  }
  return best?.candidate
}

/** Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours cost one. */
function editDistance(a: string, b: string): number {
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let value = Math.min(at(previous, j) + 1, at(current, j - 1) + 1, at(previous, j - 1) + cost)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) value = Math.min(value, at(before, j - 2) + 1)
      current.push(value)
    }
    before = previous
    previous = current
  }
  return at(previous, b.length)
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY
}
