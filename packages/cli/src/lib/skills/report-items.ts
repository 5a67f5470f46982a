import type { LifeItem } from '@onesoul/skills'
import { formatDiagnostics } from '../format/format-diagnostics.ts'
import { formatTable } from '../format/format-table.ts'
import { visible } from '../format/visible.ts'
import { EXIT } from '../terminal/exit-code.ts'
import { exitOfSkills } from '../terminal/exit-of-skills.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { printJson } from '../terminal/print-json.ts'

/** Prints what became of each skill and returns the exit code of the worst; `more` goes into the JSON. */
export function reportItems(
  invocation: Invocation,
  items: readonly LifeItem[],
  more: object = {},
): number {
  if (invocation.flags.json) printJson(invocation, { items, ...more })
  else printItems(invocation, items)
  return Math.max(EXIT.done, ...items.map(({ code }) => (code === null ? 0 : exitOfSkills(code))))
}

function printItems({ terminal, flags }: Invocation, items: readonly LifeItem[]): void {
  if (items.length === 0) return
  const rows = items.map(({ name, outcome, message, folder, revision }) => [
    visible(name),
    outcome,
    visible(message || [folder, shorten(revision)].filter(Boolean).join('  ')),
  ])
  terminal.out(`${formatTable(rows)}\n`)
  for (const { name, backup } of items) {
    if (backup !== null) terminal.out(`${visible(name)}, as it was before: ${visible(backup)}\n`)
  }
  if (flags.quiet) return
  for (const { name, diagnostics } of items) {
    const shown = diagnostics.filter(({ severity }) => flags.verbose || severity !== 'info')
    if (shown.length === 0) continue
    terminal.err(`\n${visible(name)}\n${formatDiagnostics(shown, terminal.style)}`)
  }
}

function shorten(revision: string | null): string {
  const [first = ''] = (revision ?? '').split(' ')
  return /^[0-9a-f]{40,}$/.test(first) ? first.slice(0, 12) : first.slice(0, 19)
}
