import { CLOSING_BRACKETS, OPENING_BRACKETS } from './angle-brackets.ts'

const NAMED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
/** What could end the value, be taken for markup, or not be seen. */
const UNFIT = new RegExp(
  `[&"\\p{C}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800${[...OPENING_BRACKETS, ...CLOSING_BRACKETS].join('')}]`,
  'gu',
)

/**
 * Escapes a value for `name="…"`: `& < > "` by name; look-alike brackets, line
 * breaks and characters that show nothing as `&#x…;`, so that no reader sees a tag
 * in it and nothing in it is hidden.
 */
export function escapeAttribute(value: string): string {
  return value.replace(
    UNFIT,
    (character) =>
      NAMED[character] ?? `&#x${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()};`,
  )
}
