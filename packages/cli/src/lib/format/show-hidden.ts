const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u00a0\u2800]/u

/** The same in a JSON text, whose line ends are its own. */
const ACTING = new RegExp(`(?!\\n)${HIDDEN.source}`, 'gu')

/** One character, or the mark that stands for it. */
function shown(character: string): string {
  if (character === '\t') return ' '
  if (!HIDDEN.test(character)) return character
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return `⟦U+${code}⟧`
}

/**
 * Text of others as one line for people who look for what it hides: every control,
 * invisible and direction character stands as `⟦U+202E⟧`, joiners and selectors as well.
 */
export function showHidden(text: string): string {
  return Array.from(text, shown).join('')
}

/** The same, at most `maxChars` characters of it; a cut is marked with `…`. */
export function showHiddenPart(text: string, maxChars: number): string {
  let part = ''
  for (const character of text) {
    // Marks count as what they are: a run of hidden characters is not to fill a screen.
    const piece = shown(character)
    if (part.length + piece.length > maxChars) return `${part}…`
    part += piece
  }
  return part
}

/** Text for a JSON document: what could act on a terminal or hide in it is escaped, and reads back the same. */
export function jsonText(value: unknown): string {
  const units = (character: string): readonly string[] => character.split('')
  return JSON.stringify(value, null, 2).replace(ACTING, (character) =>
    units(character)
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}
