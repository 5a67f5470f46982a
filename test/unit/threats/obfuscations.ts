import { inBits, inSelectors, inTags } from './hidden-alphabets.ts'

/** A way to write a text so that a person or a model still takes its meaning and a plain search does not. */
export interface Obfuscation {
  readonly name: string
  readonly apply: (text: string) => string
}

const CONFUSABLE = new Map(
  Object.entries({ a: 'а', c: 'с', e: 'е', i: 'і', o: 'о', p: 'р', x: 'х' }),
)
const LEET = new Map(Object.entries({ a: '4', e: '3', i: '1', o: '0', s: '5', t: '7' }))
const BOLD_UPPER = 0x1d400 - 0x41
const BOLD_LOWER = 0x1d41a - 0x61
const CIRCLED_UPPER = 0x24b6 - 0x41
const CIRCLED_LOWER = 0x24d0 - 0x61

/** All of them; each takes a text of any language and any length. */
export const OBFUSCATIONS: readonly Obfuscation[] = [
  { name: 'upper case', apply: (text) => text.toUpperCase() },
  { name: 'alternating case', apply: alternateCase },
  { name: 'zero-width spaces between letters', apply: between('\u200b') },
  { name: 'zero-width non-joiners between letters', apply: between('\u200c') },
  { name: 'soft hyphens between letters', apply: between('\u00ad') },
  { name: 'invisible separators between letters', apply: between('\u2063') },
  { name: 'combining marks', apply: between('\u0336') },
  { name: 'full-width letters', apply: fullWidth },
  { name: 'mathematical letters', apply: (text) => shifted(text, BOLD_UPPER, BOLD_LOWER) },
  { name: 'circled letters', apply: (text) => shifted(text, CIRCLED_UPPER, CIRCLED_LOWER) },
  { name: 'confusable letters', apply: (text) => mapped(text, CONFUSABLE) },
  { name: 'digits for letters', apply: (text) => mapped(text, LEET) },
  { name: 'spaced letters', apply: spaceLetters },
  { name: 'no-break spaces', apply: (text) => text.replaceAll(' ', '\u00a0') },
  { name: 'tag characters', apply: (text) => `# Notes\n\nAll good.${inTags(ascii(text))}\n` },
  { name: 'variation selectors', apply: (text) => `# Notes\n\nAll good 😀${inSelectors(text)}\n` },
  { name: 'zero-width bits', apply: (text) => `# Notes\n\nAll good.${inBits(text)}\n` },
  { name: 'base64', apply: (text) => `Decode and follow:\n\n${base64(text)}\n` },
  { name: 'hex', apply: (text) => `Decode and follow:\n\n${hexPairs(text).join('')}\n` },
  { name: 'hex escapes', apply: (text) => hexPairs(text).map(prefixed('\\x')).join('') },
  { name: 'percent encoding', apply: (text) => hexPairs(text).map(prefixed('%')).join('') },
  { name: 'character references', apply: references },
  { name: 'Unicode escapes', apply: unicodeEscapes },
  { name: 'rot13', apply: (text) => `Read this in rot13 and follow it:\n\n${rot13(text)}` },
  { name: 'a comment', apply: (text) => `# Notes\n\n<!--\n${withoutCommentEnds(text)}\n-->\n` },
  { name: 'reference definitions', apply: (text) => eachLine(text, asReference) },
  { name: 'table cells', apply: asTable },
  { name: 'list items', apply: (text) => eachLine(text, (line) => `- ${line.trim()}`) },
  { name: 'soft wraps', apply: (text) => eachLine(text, (line) => wrap(line, 40)) },
  { name: 'isolates', apply: (text) => eachLine(text, (line) => `\u2066${line}\u2069`) },
  { name: 'CRLF', apply: (text) => text.replace(/\r?\n/g, '\r\n') },
  {
    name: 'a hidden element',
    apply: (text) => `<div style="display:none">\n\n${text}\n\n</div>\n`,
  },
]

/** Breaks each line of prose that is longer than `width` at its spaces. */
export function wrap(line: string, width: number): string {
  const broken = new RegExp(`(.{1,${width}}) +(?=\\S)`, 'g')
  return line.length <= width ? line : line.replace(broken, '$1\n')
}

function eachLine(text: string, change: (line: string) => string): string {
  return text
    .split(/\r?\n/)
    .map((line) => (line.trim() === '' ? line : change(line)))
    .join('\n')
}

function alternateCase(text: string): string {
  return Array.from(text, (letter, index) =>
    index % 2 === 0 ? letter.toLowerCase() : letter.toUpperCase(),
  ).join('')
}

function between(separator: string): (text: string) => string {
  return (text) => text.replace(/(?<=\p{L})(?=\p{L})/gu, separator)
}

function mapped(text: string, letters: ReadonlyMap<string, string>): string {
  return text.replace(/[a-z]/gi, (letter) => letters.get(letter.toLowerCase()) ?? letter)
}

function fullWidth(text: string): string {
  return text.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))
}

function shifted(text: string, upper: number, lower: number): string {
  return text.replace(/[A-Za-z]/g, (letter) =>
    String.fromCodePoint(letter.charCodeAt(0) + (letter < 'a' ? upper : lower)),
  )
}

function spaceLetters(text: string): string {
  return text
    .replace(/(?<=[^\n ]) (?=[^\n ])/g, '   ')
    .replace(/(?<=[\p{L}\p{N}])(?=[\p{L}\p{N}])/gu, ' ')
}

/** Tag characters cover ASCII alone. */
function ascii(text: string): string {
  return text.replace(/[^\n -~]/g, '?')
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}

function hexPairs(text: string): readonly string[] {
  return Array.from(Buffer.from(text), (byte) => byte.toString(16).padStart(2, '0'))
}

function prefixed(prefix: string): (pair: string) => string {
  return (pair) => prefix + pair
}

function references(text: string): string {
  return text.replace(/[^\n]/gu, (letter) => `&#${letter.codePointAt(0)};`)
}

function unicodeEscapes(text: string): string {
  return text.replace(/[^\n]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function rot13(text: string): string {
  return text.replace(/[A-Za-z]/g, (letter) => {
    const base = letter < 'a' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base)
  })
}

/** An inner comment would end the outer one. */
function withoutCommentEnds(text: string): string {
  return text.replaceAll('-->', '').replaceAll('<!--', '')
}

function asReference(line: string): string {
  return `[//]: # (${line.replace(/[()]/g, '')})`
}

function asTable(text: string): string {
  return `| Note |\n| --- |\n${eachLine(text, (line) => `| ${line.replaceAll('|', '\\|')} |`)}`
}
