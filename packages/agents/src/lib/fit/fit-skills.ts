import { countBytes, countChars } from '@onesoul/core'
import type { SkillLimit } from '../port/limits.ts'
import type { Fit } from './fit-documents.ts'
import { describePlace, type Loss } from './loss.ts'

/** A skill as a list of skills names it. */
export interface FitSkill {
  readonly name: string
  readonly description: string
  /** Its SKILL.md, as people write it. */
  readonly path: string
  /** How a list that names paths writes it. */
  readonly shown: string
  /** Line of the description. */
  readonly line: number
}

/** What an agent loses of the descriptions of skills, given in the order of its list. Pure. */
export function fitSkills(limit: SkillLimit, skills: readonly FitSkill[]): Fit {
  const own = skills.map((skill) => entryOf(skill, limit))
  const bundled = limit.bundled.map(({ name, size }) => ({ ...bareEntry(name, limit), size }))
  const { reserved = 0 } = limit
  const used = reserved + sum([...bundled, ...own].map((entry) => cost(entry, entry.size, limit)))
  const shares = limit.over === 'shorten' ? shorten : leaveOut
  const kept = shares([...bundled, ...own], { ...limit, total: limit.total - reserved }).slice(
    bundled.length,
  )
  const lost = skills.flatMap((skill, index): Loss[] => {
    const share = kept[index]
    const whole = share === null
    const size = sizeOf(skill.description, limit)
    const shown = Math.min(share ?? 0, limit.perDescription)
    if (!whole && shown >= size) return []
    return [lose(skill, { shown, amount: size - shown, whole })]
  })
  return { used, lost }
}

interface Entry {
  /** Of the entry without its description. */
  readonly bare: number
  /** Of its description, as far as a description may go. */
  readonly size: number
}

function entryOf(skill: FitSkill, limit: SkillLimit): Entry {
  const bare = sizeOf(lineOf(skill.name, limit.over === 'shorten' ? skill.shown : ''), limit)
  return { bare, size: Math.min(sizeOf(skill.description, limit), limit.perDescription) }
}

function bareEntry(name: string, limit: SkillLimit): Pick<Entry, 'bare'> {
  const shown = limit.over === 'shorten' ? `r0/${name}/SKILL.md` : ''
  return { bare: sizeOf(lineOf(name, shown), limit) }
}

function lineOf(name: string, shown: string): string {
  return shown === '' ? `- ${name}\n` : `- ${name}: (file: ${shown})\n`
}

/** Lists that are counted in bytes are counted in tokens of four of them, line by line. */
function cost({ bare }: Entry, description: number, { unit, over }: SkillLimit): number {
  const separator = description === 0 ? 0 : over === 'shorten' ? 1 : 2
  const size = bare + description + separator
  return unit === 'bytes' ? Math.ceil(size / 4) * 4 : size
}

/** All get a character in turn until there is room for none; without room for the names the last entries go. */
function shorten(entries: readonly Entry[], limit: SkillLimit): readonly (number | null)[] {
  const least = sum(entries.map((entry) => cost(entry, 0, limit)))
  if (least > limit.total) return dropLast(entries, limit)
  const kept = entries.map(() => 0)
  let left = limit.total - least
  for (let grew = true; grew; ) {
    grew = false
    for (const [index, entry] of entries.entries()) {
      const now = kept[index] ?? 0
      const more = cost(entry, now + 1, limit) - cost(entry, now, limit)
      if (now >= entry.size || more > left) continue
      kept[index] = now + 1
      left -= more
      grew = true
    }
  }
  return kept
}

function dropLast(entries: readonly Entry[], limit: SkillLimit): readonly (number | null)[] {
  let left = limit.total
  return entries.map((entry) => {
    const needed = cost(entry, 0, limit)
    if (needed > left) return null
    left -= needed
    return 0
  })
}

/** Every name stays; the first descriptions stay whole, those that find no room are left out. */
function leaveOut(entries: readonly Entry[], limit: SkillLimit): readonly (number | null)[] {
  let left = limit.total - sum(entries.map((entry) => cost(entry, 0, limit)))
  return entries.map((entry) => {
    const needed = cost(entry, entry.size, limit) - cost(entry, 0, limit)
    if (needed > left) return 0
    left -= needed
    return entry.size
  })
}

interface Share {
  readonly shown: number
  readonly amount: number
  readonly whole: boolean
}

function lose(skill: FitSkill, { shown, amount, whole }: Share): Loss {
  const { sentence } = describePlace(skill.description, shown)
  const reason = whole
    ? 'it is not in the list'
    : shown === 0
      ? 'its name alone is in the list'
      : `its description is cut after ${shown}`
  return {
    path: skill.path,
    line: skill.line,
    heading: skill.name,
    sentence,
    amount,
    whole,
    reason,
  }
}

function sizeOf(text: string, { unit }: SkillLimit): number {
  return unit === 'bytes' ? countBytes(text) : countChars(text)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
