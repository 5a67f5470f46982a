import type { Style } from '../terminal/terminal.ts'
import type { HomeContents } from '../uninstall/home-contents.ts'
import type { JudgedFile } from '../uninstall/installed-files.ts'
import type { Leftover } from '../uninstall/leftovers.ts'
import { describeBytes } from './describe-amount.ts'
import { formatTable } from './format-table.ts'
import { visible } from './visible.ts'

export interface UninstallReport {
  readonly home: string
  readonly dryRun: boolean
  /** What was written outside of the home, with why it stays. */
  readonly files: readonly JudgedFile[]
  readonly leftovers: readonly Leftover[]
  /** What goes with the home; `null`: the home stays. */
  readonly lost: HomeContents | null
  readonly homeRemoved: boolean
}

/** How many files of a home are named before the rest is counted. */
const SHOWN = 20

/** What was, or would be, removed, and what stays with the reason. */
export function formatUninstall(report: UninstallReport, style: Style): string {
  const verb = report.dryRun ? 'would remove' : 'removed'
  const rows = [
    ...report.files.map((file) => fileRow(file, verb)),
    ...report.leftovers.map(({ kind, what }) => [
      kind === 'process' && !report.dryRun ? 'ended' : verb,
      kind,
      visible(what),
    ]),
  ]
  const table =
    rows.length > 0 ? `${formatTable(rows.map((row) => [`  ${row[0]}`, ...row.slice(1)]))}\n` : ''
  const nothing = rows.length === 0 && report.lost === null
  const none = '  nothing of OneSoul lies outside of the home\n'
  return `${visible(report.home)}\n${nothing ? none : table}${formatLost(report, verb)}\n${style.faint(ending(report))}`
}

function fileRow(file: JudgedFile, verb: string): readonly string[] {
  const what = [file.kind, visible(file.path)]
  if (file.gone) return ['gone', ...what, 'it is not there any more']
  return file.kept === null ? [verb, ...what] : ['kept', ...what, file.kept]
}

function formatLost({ lost, home, homeRemoved, dryRun }: UninstallReport, verb: string): string {
  if (lost === null) return ''
  if (!(homeRemoved || dryRun)) {
    return `  kept  the home: the file above has its only record in it\n`
  }
  const shown = lost.files.slice(0, SHOWN).map((path) => `    ${visible(path)}\n`)
  const more = lost.files.length > SHOWN ? `    and ${lost.files.length - SHOWN} more\n` : ''
  const sessions = `${lost.sessions || 'no'} session${lost.sessions === 1 ? '' : 's'}`
  const kept = `${sessions} and all receipts, ${describeBytes(lost.bytes)} in all`
  const link =
    lost.linkTo === null ? '' : `    ${visible(home)} is a link: ${visible(lost.linkTo)} stays\n`
  if (lost.linkTo !== null) return `  ${verb} the link\n${link}`
  return `  ${verb} the home\n${shown.join('')}${more}    ${kept}\n`
}

function ending({ homeRemoved, home, lost, dryRun }: UninstallReport): string {
  const own = 'Agents keep what they were sent in transcripts of their own.'
  const command = 'The command itself: npm uninstall -g onesoul'
  return homeRemoved || (lost !== null && dryRun)
    ? `${own}\n${command}\n`
    : `The home ${visible(home)} stays. ${own}\n${command}\n`
}
