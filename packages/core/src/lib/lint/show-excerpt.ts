const MAX_CHARS = 72

/** The beginning of a sentence in quotation marks, on one line. */
export function showExcerpt(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()]
  if (characters.length <= MAX_CHARS) return `"${characters.join('')}"`
  const cut = characters.slice(0, MAX_CHARS).join('')
  return `"${cut.replace(/\s+\S{0,20}$/, '')} …"`
}
