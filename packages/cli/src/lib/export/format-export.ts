import type { ExportStatus } from '@onesoul/sources'
import { formatCount } from '../format/columns.ts'
import { formatTable } from '../format/format-table.ts'
import { visible } from '../format/visible.ts'
import type { Style } from '../terminal/terminal.ts'
import type { ExportReport, ReportedFile, ReportedSkill } from './export-report.ts'

/** One line a file, then who needs none, then what is left over and left out. */
export function formatExport(report: ExportReport, style: Style): string {
  const count = report.files.length
  const size = `${formatCount(report.chars)} characters for ${count} ${count === 1 ? 'file' : 'files'}`
  const rows = [
    ...report.files.map((file) => fileRow(file, report)),
    ...report.served.map(({ agent, path }) => ['·', 'no file', `${agent} reads ${path}`]),
    ...report.left.map((left) => leftRow(left, report)),
    ...skillRows(report),
  ]
  const out = report.leftOut.map(({ what, why }) => [`  ${visible(what)}`, visible(why)])
  const left = out.length > 0 ? `left out\n${formatTable(out)}\n` : ''
  const files = formatTable(rows.map(([path = '', ...rest]) => [`  ${path}`, ...rest]))
  return `${style.strong('export')}  ${size}\n${files}\n${left}`
}

function fileRow(file: ReportedFile, { mode, refused }: ExportReport): readonly string[] {
  const [path = '', ...links] = file.paths
  const also = links.length > 0 ? `, also as ${links.map(visible).join(', ')}` : ''
  const backup = file.backup === null ? '' : `; as it was before: ${visible(file.backup)}`
  const words = mode === 'check' || refused ? found(file) : done(file.status, mode)
  return [visible(path), words, `${file.agents.join(', ')}${also}${backup}`]
}

/** One line a folder of skills while all in it came to the same, one line a skill else. */
function skillRows(report: ExportReport): readonly (readonly string[])[] {
  const groups = new Map<string, ReportedSkill[]>()
  for (const skill of report.skills ?? []) {
    const folder = skill.path.slice(0, skill.path.lastIndexOf('/'))
    const key = `${folder}\n${skill.status}`
    groups.set(key, [...(groups.get(key) ?? []), skill])
  }
  return [...groups.values()].flatMap((skills) => {
    const [first] = skills
    if (!first) return []
    const words = skillWords(first.status, report)
    const isQuiet = first.status === 'current' || first.status === 'missing'
    if (!isQuiet || skills.length === 1) {
      return skills.map(({ path, agents, backup }) => {
        const copy = backup === null ? '' : `; as it was before: ${visible(backup)}`
        return [visible(path), words, `${agents.join(', ')}${copy}`]
      })
    }
    const folder = first.path.slice(0, first.path.lastIndexOf('/'))
    return [[`${visible(folder)}/`, `${skills.length} skills ${words}`, first.agents.join(', ')]]
  })
}

function skillWords(
  status: ReportedSkill['status'],
  { mode, refused }: Pick<ExportReport, 'mode' | 'refused'>,
): string {
  if (mode === 'check' || refused || status in SETTLED) return SKILL_FOUND[status]
  const words =
    status === 'removed' ? 'taken out' : status === 'missing' ? 'written' : 'written anew'
  return mode === 'dry-run' ? `would be ${words}` : words
}

/** What is the same before and after. */
const SETTLED = { current: true, broken: true, left: true }

const SKILL_FOUND = {
  missing: 'missing',
  stale: 'source changed',
  edited: 'edited by hand',
  foreign: 'of somebody else',
  broken: 'cannot be written',
  current: 'up to date',
  left: 'left over',
  removed: 'left over',
} as const

function leftRow(
  { path, removed }: ExportReport['left'][number],
  { mode }: ExportReport,
): readonly string[] {
  const hint = mode === 'check' ? '' : '; take it out with --prune'
  const words = removed ? (mode === 'dry-run' ? 'would be taken out' : 'taken out') : 'left over'
  return [visible(path), words, removed ? '' : `nothing asks for its block any more${hint}`]
}

function found({ status, source, heading }: ReportedFile): string {
  const under = heading === null ? '' : `, under "${visible(heading)}"`
  const texts: Readonly<Record<ExportStatus, string>> = {
    current: 'up to date',
    stale: `source changed${source === null ? '' : `: ${visible(source)}`}${under}`,
    edited: `edited by hand${under}`,
    'no-block': 'block missing',
    'no-file': 'file missing',
    broken: 'cannot be written',
  }
  return texts[status]
}

function done(status: ExportStatus, mode: ExportReport['mode']): string {
  if (status === 'current') return 'up to date'
  const again = status === 'no-file' || status === 'no-block' ? 'written' : 'written anew'
  return mode === 'dry-run' ? `would be ${again}` : again
}
