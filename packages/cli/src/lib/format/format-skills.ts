import type { Skill, SkillStatus } from '@onesoul/core'
import type { Style } from '../terminal/terminal.ts'
import { formatTable } from './format-table.ts'
import { visible } from './visible.ts'

export const SKILL_STATUSES: readonly SkillStatus[] = [
  'ready',
  'invalid',
  'disabled',
  'shadowed',
  'ambiguous',
  'untrusted',
  'quarantined',
  'gated',
]

export interface SkillsView {
  /** Those that get a line. */
  readonly shown: readonly Skill[]
  readonly style: Style
}

/** One line a skill, and how many there are of each status. */
export function formatSkills(skills: readonly Skill[], { shown, style }: SkillsView): string {
  const counts = SKILL_STATUSES.flatMap((status) => {
    const count = skills.filter((skill) => skill.status === status).length
    return count === 0 ? [] : [`${count} ${status}`]
  })
  const head = skills.length === 0 ? 'no skills' : counts.join(', ')
  if (shown.length === 0) return `${head}\n`
  const rows = shown.map((skill) => rowOf(skill, style))
  return `${head}\n\n${formatTable(rows).replace(/^/gm, '  ')}\n`
}

function rowOf(skill: Skill, style: Style): readonly string[] {
  const { name, status, path, reason, facts } = skill
  const state = status === 'ready' ? style.good(status) : style.warn(status)
  return [style.strong(visible(name)), state, visible(path), visible(reason || facts.description)]
}
