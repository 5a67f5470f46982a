import { THREAT_SEVERITIES, type ThreatSeverity } from '@onesoul/core'
import type { FileFinding, NotRead, ScannedFile } from '@onesoul/sources'
import type { ScanOutcome } from '../scan/scan-outcome.ts'
import type { Style } from '../terminal/terminal.ts'
import { formatCount } from './columns.ts'
import { describeBytes } from './describe-amount.ts'
import { formatExcerpt } from './format-excerpt.ts'
import { formatReview } from './format-review.ts'
import { formatTable } from './format-table.ts'
import { showHidden, showHiddenPart } from './show-hidden.ts'

export interface ScanView {
  readonly style: Style
  /** Also what the policy lets pass and what is overridden, and every line of a change. */
  readonly verbose: boolean
}

/** Findings that are printed unless all are asked for. */
const MAX_FINDINGS = 200

/** The findings with the line that they stand in, what was not seen, and one line that sums it up. */
export function formatScan(outcome: ScanOutcome, view: ScanView): string {
  const { report, reviews } = outcome
  const head = reviews === null ? null : formatReview(reviews, { ...view, part: 'meaning' })
  const blocks = [
    head,
    formatFindings(report.files, view),
    formatUnseen(outcome, view),
    reviews === null ? null : formatReview(reviews, { ...view, part: 'lines' }),
    `${summary(outcome, view)}\n`,
  ]
  return blocks.filter((block) => block !== null && block !== '').join('\n')
}

interface Placed {
  readonly file: ScannedFile
  readonly finding: FileFinding
}

/** Findings of all files in the order of files and places; when there are too many, the worst. */
export function formatFindings(files: readonly ScannedFile[], view: ScanView): string {
  const all = files.flatMap((file) => file.findings.map((finding): Placed => ({ file, finding })))
  const wanted = all.filter(
    ({ finding }) => view.verbose || (finding.action !== 'pass' && !finding.override),
  )
  const shown = view.verbose ? wanted : worstOf(wanted, MAX_FINDINGS)
  const lines = shown.map((one) => formatFinding(one, view)).join('')
  const kept = files.flatMap(({ path, notListed }) =>
    notListed.map(
      ({ family, count }) =>
        `  ${showHidden(path)}: ${formatCount(count)} more of ${family}, none of them worse\n`,
    ),
  )
  const left = wanted.length - shown.length
  const rest =
    left > 0 ? `  ${formatCount(left)} milder ones are not shown; \`--verbose\` shows all\n` : ''
  return lines + kept.join('') + rest
}

function worstOf(wanted: readonly Placed[], most: number): readonly Placed[] {
  if (wanted.length <= most) return wanted
  const rank = ({ finding }: Placed): number => THREAT_SEVERITIES.indexOf(finding.severity)
  const worst = new Set([...wanted].sort((a, b) => rank(b) - rank(a)).slice(0, most))
  return wanted.filter((one) => worst.has(one))
}

function formatFinding({ file, finding }: Placed, { style }: ScanView): string {
  const { severity, line, column, rule, form, override, decoded, view } = finding
  const place = `${showHidden(file.path)}:${line}:${column}`
  const how = form === 'plain' ? '' : ` (${form})`
  const { line: text, carets } = formatExcerpt(finding.excerpt)
  const read =
    decoded === undefined ? '' : `    reads  ${showHiddenPart(decoded, 120)}  (${view})\n`
  const accepted = override
    ? `    overridden until ${override.until}: ${showHiddenPart(override.reason, 120)}\n`
    : ''
  return `${style.strong(place)}  ${paint(severity, style)}  ${rule}${how}  ${showHidden(finding.message)}\n    ${text}\n    ${style.accent(carets)}\n${read}${accepted}`
}

function paint(severity: ThreatSeverity, style: Style): string {
  if (severity === 'high' || severity === 'critical') return style.bad(severity)
  return severity === 'medium' ? style.warn(severity) : style.faint(severity)
}

/** What was not seen makes a scan incomplete, so that each of it is named. */
function formatUnseen(
  { report, opaqueAllowed }: ScanOutcome,
  { style, verbose }: ScanView,
): string {
  const counts = ({ opaque }: ScannedFile): boolean => !(opaque && opaqueAllowed)
  const files = report.files
    .filter((file) => file.partial.length > 0 && counts(file))
    .map(({ path, partial }) => ({ path, reason: partial.join('; ') }))
  const unseen = [...files, ...report.unseen]
  const named = [...unseen, ...(verbose ? report.deadLinks : [])]
  if (named.length === 0) return ''
  const rows = named
    .slice(0, verbose ? named.length : MAX_UNSEEN)
    .map(({ path, reason }: NotRead) => [
      `  ${style.warn('!')} ${showHidden(path)}`,
      showHidden(reason),
    ])
  const left = named.length - rows.length
  return `not seen whole\n${formatTable(rows)}\n${left > 0 ? `  and ${formatCount(left)} more; \`--verbose\` shows all\n` : ''}`
}

const MAX_UNSEEN = 40

function summary(outcome: ScanOutcome, { style, verbose }: ScanView): string {
  const { report, totals, partial } = outcome
  const looked = `${count(totals.files, 'file')}, ${describeBytes(totals.bytes)}`
  const kinds = [...THREAT_SEVERITIES]
    .reverse()
    .filter((severity) => totals.severities[severity] > 0)
    .map((severity) => `${formatCount(totals.severities[severity])} ${severity}`)
  const found =
    kinds.length > 0
      ? `${count(totals.findings, 'finding')} (${kinds.join(', ')}) in ${looked}`
      : totals.files === 0 && totals.unchanged === 0
        ? 'no file was scanned'
        : partial
          ? `nothing found in what was seen of ${looked}`
          : `${style.good('nothing found')} in ${looked}`
  const passed = totals.findings - totals.acted
  return [
    found,
    ...(totals.unchanged > 0 ? [`${count(totals.unchanged, 'file')} unchanged`] : []),
    ...(totals.overridden > 0 ? [`${count(totals.overridden, 'finding')} overridden`] : []),
    ...(passed > 0 && !verbose
      ? [`\`--verbose\` shows the ${passed} that the policy lets pass`]
      : []),
    ...(report.skipped.length > 0 ? [`left out: ${skippedNames(report.skipped)}`] : []),
    ...(partial ? [style.warn('not everything was seen')] : []),
  ].join('; ')
}

/** `node_modules (3)`: which names, and how many folders of each. */
function skippedNames(paths: readonly string[]): string {
  const names = new Map<string, number>()
  for (const path of paths) {
    const name = path.slice(path.lastIndexOf('/') + 1)
    names.set(name, (names.get(name) ?? 0) + 1)
  }
  return [...names].map(([name, amount]) => `${name} (${amount})`).join(', ')
}

function count(amount: number, noun: string): string {
  return `${formatCount(amount)} ${noun}${amount === 1 ? '' : 's'}`
}
