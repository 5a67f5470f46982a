/** Where words were found in a text: a half-open range of its UTF-16 offsets. */
export interface WordMatch {
  readonly start: number
  readonly end: number
}

/**
 * Finds words in a text as a person would: case does not matter, and any run of
 * white space equals any other, so that a sentence is found across line ends.
 */
export function findWords(text: string, words: string): readonly WordMatch[] {
  const needle = words.trim()
  if (needle === '') return []
  const pattern = needle
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('\\s+')
  return [...text.matchAll(new RegExp(pattern, 'giu'))].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }))
}
