import type { Diagnostic } from '@onesoul/core'
import type { Style } from '../terminal/terminal.ts'
import { displayWidth, padEnd, wrapText } from './columns.ts'
import { visible } from './visible.ts'

const MARKS = { error: '✗', warning: '!', info: '·' } as const

/** Diagnostics as aligned lines: mark, place, sentence, code; the fix on a line of its own. */
export function formatDiagnostics(diagnostics: readonly Diagnostic[], style: Style): string {
  const width = Math.min(40, Math.max(0, ...diagnostics.map((one) => displayWidth(placeOf(one)))))
  return diagnostics.map((one) => formatOne(one, width, style)).join('')
}

function formatOne(diagnostic: Diagnostic, width: number, style: Style): string {
  const paint = { error: style.bad, warning: style.warn, info: style.faint }[diagnostic.severity]
  const place = padEnd(placeOf(diagnostic), width)
  const gap = width > 0 ? `${place}  ` : ''
  const indent = 4 + (width > 0 ? width + 2 : 0)
  const wrap = (text: string): string => {
    const room = Math.max(30, style.width - indent)
    return wrapText(visible(text), room).join(`\n${' '.repeat(indent)}`)
  }
  const first = `  ${paint(MARKS[diagnostic.severity])} ${gap}${wrap(`${diagnostic.message}   ${diagnostic.code}`)}\n`
  if (!diagnostic.fix) return first
  return `${first}${' '.repeat(indent)}${style.faint(wrap(diagnostic.fix))}\n`
}

function placeOf({ source }: Diagnostic): string {
  if (!source) return ''
  const path = visible(source.path)
  return source.line === undefined ? path : `${path}:${source.line}`
}
