/**
 * A text that can be printed: control, line-breaking, invisible and direction characters stand as `\u{…}`, so that it
 * can neither act on a terminal nor draw a line of its own. Joiners stay, scripts and emoji need them, and so do the
 * characters of `stays`.
 */
export function showUnseen(text: string, stays = ''): string {
  return text.replace(UNSEEN, (character) =>
    stays.includes(character) ? character : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  )
}

const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu
