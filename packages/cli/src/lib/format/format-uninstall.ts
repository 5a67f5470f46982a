import type { SyncItem } from '@onesoul/skills'
import type { NotedBlock } from '@onesoul/sources'
import type { Style } from '../terminal/terminal.ts'
import type { HomeContents, KeptEntry } from '../uninstall/home-contents.ts'
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
  /** Blocks in files of work trees, with why each stays. */
  readonly blocks: readonly NotedBlock[]
  /** Skills in the folders of agents, with why each stays. */
  readonly skills: readonly SyncItem[]
  readonly leftovers: readonly Leftover[]
  /** What goes with the home; `null`: the home stays. */
  readonly lost: HomeContents | null
  /** The home itself is gone, not only what OneSoul has a place for in it. */
  readonly homeRemoved: boolean
  /** What stays in the home, or would, after `--home-too`. */
  readonly kept: readonly KeptEntry[]
}

/** What was, or would be, removed, and what stays with the reason. */
export function formatUninstall(report: UninstallReport, style: Style): string {
  const verb = report.dryRun ? 'would remove' : 'removed'
  const rows = [
    ...report.files.map((file) => fileRow(file, verb)),
    ...report.blocks.map((block) =>
      fileRow({ ...block, kind: `block ${block.id}`, gone: false }, verb),
    ),
    ...report.skills.map((skill) => skillRow(skill, verb)),
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

function fileRow(file: Omit<JudgedFile, 'sha256'>, verb: string): readonly string[] {
  const what = [visible(file.kind), visible(file.path)]
  if (file.gone) return ['gone', ...what, 'it is not there any more']
  return file.kept === null ? [verb, ...what] : ['kept', ...what, file.kept]
}

/** It is not taken out: somebody edited it, or it cannot be done. */
export function isKept({ outcome }: SyncItem): boolean {
  return outcome !== 'changed' && outcome !== 'unchanged'
}

function skillRow(skill: SyncItem, verb: string): readonly string[] {
  const { name, target, reason, message } = skill
  const path = `${target}/${name}`
  const gone = reason === 'missing_target'
  return fileRow({ kind: 'skill', path, gone, kept: isKept(skill) ? message : null }, verb)
}

function formatLost(report: UninstallReport, verb: string): string {
  const { lost, home, homeRemoved, dryRun, kept } = report
  if (lost === null) return ''
  const hasStayed = !(homeRemoved || dryRun) && kept.length === 0
  if (hasStayed) return `  kept  the home: what is kept above has its only record in it\n`
  if (lost.linkTo !== null) {
    return `  ${verb} the link\n    ${visible(home)} is a link: ${visible(lost.linkTo)} stays\n`
  }
  const stays = formatTable(kept.map(({ path, why }) => ['  kept', visible(path), why]))
  const of = kept.length > 0 ? 'from the home' : 'the home'
  return `  ${verb} ${of}\n${formatContents(lost)}${kept.length > 0 ? `${stays}\n` : ''}`
}

/** Every file of the person by name; what OneSoul wrote below `state` by folder. */
function formatContents(lost: HomeContents): string {
  const counts = new Map<string, number>()
  for (const path of lost.stateFiles) {
    const place = path.split('/').slice(0, 2).join('/')
    counts.set(place, (counts.get(place) ?? 0) + 1)
  }
  const state = [...counts].map(([place, count]) =>
    lost.stateFiles.includes(place) ? place : `${place}/  ${count} file${count === 1 ? '' : 's'}`,
  )
  const lines = [...lost.files, ...state].map((path) => `    ${visible(path)}\n`)
  const sessions = `${lost.sessions || 'no'} session${lost.sessions === 1 ? '' : 's'}`
  return `${lines.join('')}    ${sessions} and all receipts, ${describeBytes(lost.bytes)} in all\n`
}

function ending({ homeRemoved, home, lost, dryRun, kept }: UninstallReport): string {
  const own = 'Agents keep what they were sent in transcripts of their own.'
  const command = 'The command itself: npm uninstall -g onesoul'
  return homeRemoved || (lost !== null && dryRun && kept.length === 0)
    ? `${own}\n${command}\n`
    : `The home ${visible(home)} stays. ${own}\n${command}\n`
}
