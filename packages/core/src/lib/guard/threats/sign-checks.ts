import { FOREIGN, kindAt, LETTER } from './character-kinds.ts'

const MAIL_DOMAIN = /^[\w-]+\.[a-z]/i

/** Whether the `@` parts a name and a domain; `git@` is how repositories are written. */
export function isMail(text: string, at: number): boolean {
  return (
    isLetter(kindAt(text, at - 1)) &&
    MAIL_DOMAIN.test(text.slice(at + 1, at + 40)) &&
    !text.slice(Math.max(0, at - 4), at).endsWith('git')
  )
}

/** Whether a letter is of no Latin alphabet. */
export function isOtherAlphabet(code: number): boolean {
  return code >= 0x370 && (code < 0x1e00 || code > 0x1fff)
}

/** Whether a kind of character is a letter, of any alphabet. */
export function isLetter(kind: number): boolean {
  return kind === LETTER || kind === FOREIGN
}

/** `&#` or `&x`, `%` and two digits, `\\x` or `\\u`. */
export function beginsEscape(code: number, next: number, third: number): boolean {
  if (code === 0x26) return next === 0x23 || (isAsciiLetter(next) && isAsciiLetter(third))
  if (code === 0x25) return isHex(next) && isHex(third)
  return next === 0x78 || next === 0x75 || next === 0x5c
}

function isAsciiLetter(code: number): boolean {
  return (code | 0x20) > 0x60 && (code | 0x20) < 0x7b
}

function isHex(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x66)
}

/** What may close after the point of a sentence: emphasis, quotation marks, brackets. */
const CLOSERS = new Set(Array.from('*_~"\'`)]”’»', (mark) => mark.charCodeAt(0)))
const MOST_CLOSERS = 4

/** Whether white space or the end of the text follows, behind marks that close. */
export function endsSentence(text: string, at: number): boolean {
  let next = text.charCodeAt(at)
  for (let count = 1; count <= MOST_CLOSERS && CLOSERS.has(next); count++) {
    next = text.charCodeAt(at + count)
  }
  return !(next > 0x20)
}
