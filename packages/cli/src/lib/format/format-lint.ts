import type { Severity } from '@onesoul/core'
import type { LintFinding, LintFix, LintReport } from '@onesoul/sources'
import type { Style } from '../terminal/terminal.ts'
import { displayWidth, padEnd } from './columns.ts'
import { formatDiagnostics } from './format-diagnostics.ts'
import { visible } from './visible.ts'

export interface LintView {
  readonly fixes: readonly LintFix[]
  /** The findings that are printed; the rest is counted. */
  readonly shown: readonly LintFinding[]
  readonly style: Style
}

/** What was mended, what was found with its file and line, and one line that sums it up. */
export function formatLint(report: LintReport, view: LintView): string {
  const { fixes, shown, style } = view
  const blocks = [
    formatFixes(fixes, style),
    formatDiagnostics(shown.map(withPlaces(report)), style),
    `${summary(report, view)}\n`,
  ]
  return blocks.filter((block) => block !== '').join('\n')
}

function formatFixes(fixes: readonly LintFix[], style: Style): string {
  const width = Math.max(0, ...fixes.map((fix) => displayWidth(visible(fix.path))))
  return fixes
    .map((fix) => {
      const word = fix.done ? style.good('fixed') : style.warn('kept ')
      return `  ${word}  ${padEnd(visible(fix.path), width)}  ${visible(fix.message)}\n`
    })
    .join('')
}

/** What holds for some prompts only says for which. */
function withPlaces(report: LintReport): (finding: LintFinding) => LintFinding {
  return (finding) => {
    const { places, message } = finding
    if (places.length === 0 || places.length === report.places.length) return finding
    const listed = places.slice(0, 3).join(', ')
    const more = places.length > 3 ? ` and ${places.length - 3} more` : ''
    return { ...finding, message: `${message} (${listed}${more})` }
  }
}

function summary(report: LintReport, { shown, style }: LintView): string {
  const { places, files, findings } = report
  const read = `${count(files.length, 'file')}, ${count(places.length, 'prompt')}`
  if (findings.length === 0) return `${style.good('nothing found')} in ${read}`
  const kinds = (['error', 'warning', 'info'] as const)
    .map((severity) => [severity, findings.filter((one) => one.severity === severity).length])
    .filter(([, amount]) => amount !== 0)
    .map(([severity, amount]) => `${amount} ${NOUNS[severity as Severity](amount as number)}`)
  const hidden = findings.length - shown.length
  const rest =
    hidden > 0
      ? `; \`--verbose\` shows the ${hidden} that ${hidden === 1 ? 'is' : 'are'} only worth knowing`
      : ''
  return `${kinds.join(', ')} in ${read}${rest}`
}

const NOUNS: Readonly<Record<Severity, (amount: number) => string>> = {
  error: (amount) => (amount === 1 ? 'error' : 'errors'),
  warning: (amount) => (amount === 1 ? 'warning' : 'warnings'),
  info: (amount) => (amount === 1 ? 'note' : 'notes'),
}

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`
}
