import { diffLines, type Overlay, type OverlayRecord } from '@onesoul/core'
import { formatCount, padStart } from '../format/columns.ts'
import { type ChangedLinesView, formatChangedLines } from '../format/format-review.ts'
import { formatTable } from '../format/format-table.ts'
import type { Style } from '../terminal/terminal.ts'

/** The sections of an overlay: what each has, of what it may have, and why something is missing. */
export function formatSections(overlay: Overlay, style: Style): string {
  const rows = overlay.sections.map((section) => [
    `  ${section.id}`,
    section.status,
    padStart(section.chars === 0 ? '·' : formatCount(section.chars), 5),
    capOf(section),
    reasonOf(section),
  ])
  const total = `${formatCount(overlay.chars)} of ${formatCount(overlay.maxChars)} characters`
  return `${style.strong('overlay')}  ${total}\n${formatTable(rows)}\n`
}

function capOf({ required, maxChars }: OverlayRecord): string {
  if (required) return 'required'
  return maxChars === null ? '' : `of ${formatCount(maxChars)}`
}

function reasonOf({ limit, wholeChars, status }: OverlayRecord): string {
  if (status === 'empty' || limit === null) return ''
  const by = limit === 'total' ? 'the total' : 'its own limit'
  return `${formatCount(wholeChars)} whole; over ${by}`
}

/** The lines of a file that a change touches; its line ends are not shown. */
export function formatChange(
  { before, after }: { readonly before: Uint8Array | null; readonly after: Uint8Array | null },
  view: ChangedLinesView,
): string {
  return formatLines(textOf(before), textOf(after), view)
}

/** The lines that two texts do not share. */
export function formatLines(before: string, after: string, view: ChangedLinesView): string {
  return formatChangedLines(diffLines(before, after), view)
}

function textOf(bytes: Uint8Array | null): string {
  if (bytes === null) return ''
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).replaceAll('\r\n', '\n')
}
