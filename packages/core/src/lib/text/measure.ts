import { sizesOf } from './sizes.ts'

/** Counts Unicode code points: what every `chars` in a budget means. A lone surrogate counts as one. */
export function countChars(text: string): number {
  return sizesOf(text).chars
}

/** Counts the bytes of the UTF-8 encoding. A lone surrogate counts as 3, the length of U+FFFD that encoders write for it. */
export function countBytes(text: string): number {
  return sizesOf(text).bytes
}
