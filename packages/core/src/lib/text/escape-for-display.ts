/**
 * Shows a name as a person can read it: quotes around it, control, format and
 * other invisible characters as `\u{…}`, so that nothing in it can act on a terminal.
 */
export function escapeForDisplay(text: string): string {
  return `"${showInvisible(text.replace(/["\\]/g, '\\$&'))}"`
}

/** A text whose control, format and other invisible characters, line ends among them, are written as `\u{…}`. */
export function showInvisible(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}\u00a0]/gu, (character) => {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
  })
}
