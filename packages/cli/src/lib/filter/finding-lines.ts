import type { OutputFinding } from '@onesoul/core/output-filter'
import type { Style } from '../terminal/terminal.ts'

/** Beyond it findings are counted: standard error must not grow with a hostile output. */
export const MAX_LISTED = 200

/** A finding as one line for people, or as one line of JSON. Neither holds what was stopped. */
export function findingLine(
  { kind, message, line, column }: OutputFinding,
  { json, style }: { readonly json: boolean; readonly style: Style },
): string {
  if (json) {
    return `${JSON.stringify({ schemaVersion: 1, kind, line, column, message })}\n`
  }
  const sentence = message.charAt(0).toLowerCase() + message.slice(1).replace(/\.$/, '')
  return `  ${style.warn('!')} ${line}:${column}  ${sentence}   ${kind}\n`
}

/** What ends the list: nothing for people unless some were only counted. */
export function totalLine(
  { stopped, bytes }: { readonly stopped: number; readonly bytes: number },
  json: boolean,
): string {
  const listed = Math.min(stopped, MAX_LISTED)
  if (json) return `${JSON.stringify({ schemaVersion: 1, totals: { stopped, listed, bytes } })}\n`
  return stopped > listed ? `onesoul: ${stopped - listed} more were stopped\n` : ''
}
