import { relative } from 'node:path'
import type { PendingChange, SyncItem, SyncReport } from '@onesoul/skills'
import type { Style } from '../terminal/terminal.ts'
import { formatTable } from './format-table.ts'
import { visible } from './visible.ts'

export interface SyncView {
  /** It was done; else it is what would be. */
  readonly isDone: boolean
  readonly userHome: string
  readonly style: Style
}

/** One line a skill and folder, what a killed process left, and when an agent sees it. */
export function formatSync({ items, pending, faults }: SyncReport, view: SyncView): string {
  if (items.length + pending.length + faults.length === 0) return 'there is nothing to do\n'
  const rows = items.map((item) => rowOf(item, view))
  const table = rows.length > 0 ? `${formatTable(rows)}\n` : ''
  const kept = items.flatMap(({ name, backup }) =>
    backup === null ? [] : [`  ${visible(name)} as it was before: ${visible(backup)}\n`],
  )
  const left = pending.map((one) => describePending(one, view.isDone))
  const isChanged = view.isDone && items.some(({ outcome }) => outcome === 'changed')
  const when = isChanged
    ? `${view.style.faint('an agent sees the change in its next session')}\n`
    : ''
  const unread = faults.map((fault) => `  ${visible(fault)}\n`)
  return [table, ...kept, ...left, ...unread, when].join('')
}

function rowOf(item: SyncItem, { isDone, userHome, style }: SyncView): readonly string[] {
  const { name, outcome, target, aliases, message } = item
  const paint = {
    unchanged: style.faint,
    changed: style.good,
    conflict: style.warn,
    drift: style.warn,
    failed: style.bad,
  }
  const word = outcome === 'changed' && !isDone ? 'to change' : outcome
  const where = target === null ? '–' : visible(shorten(target, userHome))
  return [
    paint[outcome](word),
    style.strong(visible(name)),
    where,
    aliases.join(', '),
    visible(message),
  ]
}

function shorten(path: string, userHome: string): string {
  const way = relative(userHome, path)
  return way === '' || way.startsWith('..') ? path : `~/${way}`
}

function describePending({ name, work, repair, fault }: PendingChange, isMended: boolean): string {
  if (fault !== null) {
    return `  a change of ${visible(name)} was cut off (${visible(work)}) and cannot be mended: ${visible(fault)}\n`
  }
  const verb = repair === 'complete' ? 'completed' : 'taken back'
  return isMended
    ? `  a change of ${visible(name)} that was cut off is ${verb}\n`
    : `  a change of ${visible(name)} was cut off (${visible(work)}); the next sync has it ${verb}\n`
}
