import type { Skill, SkillStatus } from '@onesoul/core'
import type { Style } from '../terminal/terminal.ts'
import { displayWidth, formatCount } from './columns.ts'
import { formatTable } from './format-table.ts'
import { visible } from './visible.ts'

export const SKILL_STATUSES: readonly SkillStatus[] = [
  'ready',
  'gated',
  'disabled',
  'shadowed',
  'ambiguous',
  'untrusted',
  'quarantined',
  'invalid',
]

export interface SkillsView {
  /** Those that get a line. */
  readonly shown: readonly Skill[]
  readonly style: Style
}

/** Columns that a description or a reason gets. */
const MAX_TEXT = 100
const MIN_TEXT = 30

/** How many there are of each status, one line a skill, and where to look next. */
export function formatSkills(skills: readonly Skill[], { shown, style }: SkillsView): string {
  const head = countSkills(skills)
  if (shown.length === 0) return `${head}\n${nextStep(skills, shown)}`
  const plain = shown.map(({ name, status, path }) => [name, status, path].map(visible))
  const taken = [0, 1, 2].map((at) => Math.max(...plain.map((row) => displayWidth(row[at] ?? ''))))
  const room = style.width - 2 - taken.reduce((sum, width) => sum + width + 2, 0)
  const width = Math.min(MAX_TEXT, Math.max(MIN_TEXT, room))
  const rows = shown.map((skill, index) => {
    const [name = '', status = '', path = ''] = plain[index] ?? []
    const text = cutText(visible(skill.reason || skill.facts.description), width)
    return [style.strong(name), paint(skill.status, style)(status), style.faint(path), text]
  })
  return `${head}\n\n${formatTable(rows).replace(/^/gm, '  ')}\n${nextStep(skills, shown)}`
}

function countSkills(skills: readonly Skill[]): string {
  if (skills.length === 0) return 'no skills'
  const counts = SKILL_STATUSES.flatMap((status) => {
    const count = skills.filter((skill) => skill.status === status).length
    return count === 0 ? [] : [`${formatCount(count)} ${status}`]
  })
  const noun = skills.length === 1 ? 'skill' : 'skills'
  return `${formatCount(skills.length)} ${noun}: ${counts.join(', ')}`
}

/** The colour of a status. */
export function paint(status: SkillStatus, style: Style): (text: string) => string {
  if (status === 'ready') return style.good
  return status === 'invalid' || status === 'quarantined' ? style.bad : style.warn
}

function nextStep(skills: readonly Skill[], shown: readonly Skill[]): string {
  if (skills.length === 0) return '\nbegin one: onesoul skills new NAME\n'
  const more = skills.length - shown.length
  return more === 0 ? '' : `\n${formatCount(more)} more: onesoul skills list --all\n`
}

/** At most so many columns of a text; a cut ends with `…`. */
function cutText(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  let kept = ''
  for (const character of text) {
    if (displayWidth(kept + character) > width - 1) break
    kept += character
  }
  return `${kept.trimEnd()}…`
}
