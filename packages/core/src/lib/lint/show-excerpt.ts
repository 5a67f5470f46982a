/** The beginning of a sentence in quotation marks, on one line, with at most so many characters. */
export function showExcerpt(text: string, maxChars = 72): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()]
  if (characters.length <= maxChars) return `"${characters.join('')}"`
  const cut = characters.slice(0, maxChars).join('')
  return `"${cut.replace(/\s+\S{0,20}$/, '')} …"`
}
