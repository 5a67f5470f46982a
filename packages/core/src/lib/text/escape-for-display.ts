/**
 * Shows a name as a person can read it: quotes around it, control, format and
 * other invisible characters as `\u{…}`, so that nothing in it can act on a terminal.
 */
export function escapeForDisplay(text: string): string {
  const visible = text.replace(/[\p{C}\p{Zl}\p{Zp}\u00a0"\\]/gu, (character) =>
    character === '"' || character === '\\'
      ? `\\${character}`
      : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  )
  return `"${visible}"`
}
