import { stripVTControlCharacters } from 'node:util'
import { eastAsianWidth } from 'get-east-asian-width'

/** Columns that a text takes on a terminal; wide characters take two, combining ones none. */
export function displayWidth(text: string): number {
  let width = 0
  for (const character of stripVTControlCharacters(text)) {
    if (/^[\p{Mn}\p{Me}\p{Cf}]$/u.test(character)) continue
    width += eastAsianWidth(character.codePointAt(0) ?? 0)
  }
  return width
}

/** Pads to a width with blanks at the end. */
export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)))
}

/** Pads to a width with blanks at the start. */
export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - displayWidth(text))) + text
}

/** Breaks a text between words so that no line is wider than `width`; a longer word has a line of its own. */
export function wrapText(text: string, width: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && displayWidth(longer) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line]
}

/** A number with thousands separated by commas. */
export function formatCount(value: number): string {
  return value.toString().replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** A difference with its sign, thousands separated by commas: `+1,204`, `−22`, `0`. */
export function formatSigned(value: number): string {
  const sign = value > 0 ? '+' : value < 0 ? '−' : ''
  return sign + formatCount(Math.abs(value))
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** A bar of `share` (0–1) of a width, in eighths of a column; at least one eighth for anything above 0. */
export function bar(share: number, width: number): string {
  const eighths = Math.max(share > 0 ? 1 : 0, Math.round(share * width * 8))
  return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '')
}
