/**
 * Text of others as one line for people: control, line-breaking, invisible and
 * direction characters stand as `\u{…}`, so that a name can neither act on a
 * terminal nor draw a line of its own. Joiners stay, scripts and emoji need them.
 */
export function visible(text: string): string {
  return text.replace(
    /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  )
}

/** The same for a text of several lines: its line breaks stay. */
export function visibleLines(text: string): string {
  return text.split('\n').map(visible).join('\n')
}
