import type { ImportDecision, ImportResult, UnmappedItem } from '@onesoul/sources'
import type { Style } from '../terminal/terminal.ts'
import { wrapText } from './columns.ts'
import { formatDiagnostics } from './format-diagnostics.ts'
import { formatTable } from './format-table.ts'
import { visible } from './visible.ts'

export interface ImportView {
  /** `null`: nothing was written. */
  readonly checked: { readonly compositions: number; readonly cut: readonly string[] } | null
  /** The command that shows proof. */
  readonly next: string | null
  readonly style: Style
}

/** The report of an import: what was mapped, what stays behind and why, what is different here, what next. */
export function formatImport(result: ImportResult, view: ImportView): string {
  const { style } = view
  const attention = result.unmapped.filter((one) => one.attention)
  const rest = result.unmapped.filter((one) => !one.attention)
  return [
    `${visible(result.source)} → ${visible(result.home)}${result.dryRun ? '   (nothing is written)' : ''}\n`,
    part('mapped', formatMapped(result), style),
    part('look at these', attention.map((one) => formatAttention(one, style)).join(''), style),
    part('not mapped', formatReasons(rest, style), style),
    part(
      'different here',
      result.decisions.map((one) => formatDecision(one, style)).join(''),
      style,
    ),
    formatDiagnostics(
      result.diagnostics.filter((one) => one.severity !== 'info'),
      style,
    ),
    formatEnd(result, view),
  ]
    .filter((text) => text !== '')
    .join('\n')
}

function part(title: string, text: string, style: Style): string {
  return text === '' ? '' : `  ${style.strong(title)}\n${text}`
}

function formatMapped({ mapped }: ImportResult): string {
  const rows = mapped.map(({ from, to, note }) => [
    `    ${visible(from)}`,
    `→ ${visible(to)}`,
    visible(note ?? ''),
  ])
  return rows.length === 0 ? '' : `${formatTable(rows)}\n`
}

function formatAttention({ from, reason }: UnmappedItem, style: Style): string {
  return `    ${style.warn('!')} ${visible(from)}\n${indented(reason, 6, style)}`
}

/** Things that stay behind for one reason stand together. */
function formatReasons(items: readonly UnmappedItem[], style: Style): string {
  const reasons = [...new Set(items.map((one) => one.reason))]
  return reasons
    .map((reason) => {
      const names = items.filter((one) => one.reason === reason).map((one) => one.from)
      return `${indented(reason, 4, style)}${names.map((name) => `      ${style.faint(visible(name))}\n`).join('')}`
    })
    .join('')
}

function formatDecision({ about, message, files }: ImportDecision, style: Style): string {
  const names = files.map((file) => `      ${style.faint(visible(file))}\n`).join('')
  return `${indented(`${about}: ${message}`, 4, style)}${names}`
}

function indented(text: string, columns: number, style: Style): string {
  const room = Math.max(30, Math.min(style.width, 100) - columns)
  return wrapText(visible(text), room)
    .map((line) => `${' '.repeat(columns)}${line}\n`)
    .join('')
}

function formatEnd(result: ImportResult, { checked, next }: ImportView): string {
  const limits = Object.entries(result.budget).map(([key, value]) => `budget.${key} ${value}`)
  const because = limits.length > 0 ? `: ${limits.join(', ')}` : ': the default limits suffice'
  if (result.dryRun) {
    const would = `  would write ${count(result.written.length, 'file')}; nothing would be cut${because}\n`
    return result.refusal === null ? would : `  would write nothing: ${visible(result.refusal)}\n`
  }
  if (checked === null) return ''
  const whole =
    checked.cut.length === 0
      ? `nothing is cut in ${count(checked.compositions, 'composition')}${because}`
      : `cut: ${checked.cut.join(', ')}`
  const files = [...result.written, ...result.kept]
  const soul = files.some((path) => path.endsWith('SOUL.md'))
    ? ''
    : '\nSay in agent-configs/SOUL.md who your agent is.\n'
  const kept = result.kept.length > 0 ? `, ${result.kept.length} were there already` : ''
  const wrote = `  wrote ${count(result.written.length, 'file')}${kept}; ${whole}\n`
  return `${wrote}${soul}\nSee what an agent receives:\n  ${next}\n`
}

function count(amount: number, what: string): string {
  return `${amount} ${what}${amount === 1 ? '' : 's'}`
}
