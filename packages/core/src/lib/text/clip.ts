import { isHighSurrogate } from './surrogates.ts'

/** The first `maxUnits` UTF-16 units of a text, one less where that would split a character. */
export function clip(text: string, maxUnits: number): string {
  if (text.length <= maxUnits) return text
  const end = isHighSurrogate(text.charCodeAt(maxUnits - 1)) ? maxUnits - 1 : maxUnits
  return text.slice(0, Math.max(0, end))
}
