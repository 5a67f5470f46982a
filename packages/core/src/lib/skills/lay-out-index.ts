import { type ListedSkill, type SkillShare, shareDescriptions } from './share-descriptions.ts'

/** A skill of an index. */
export interface IndexSkill extends ListedSkill {
  /** Stands behind the names that find no room for a line each. Default: `other`. */
  readonly category?: string
  /** The text of a skill that is always there in full. Default: it is read when it is needed. */
  readonly body?: string
}

/** A run of an index; `of` is the name of the skill that it comes from, null for what is ours. */
export interface IndexRun {
  readonly text: string
  readonly of: string | null
  /** The text of the skill between tags, `BODY_END` behind it. Default: its line in the list. */
  readonly inFull?: true
}

/** What follows the text of a skill that is there in full. */
export const BODY_END = '\n</skill>\n'

export interface IndexRoom {
  readonly total: number
  /** Never shrinks when text is added. */
  readonly size: (text: string) => number
}

export interface LaidOutIndex {
  /** Joined they are the list. */
  readonly runs: readonly IndexRun[]
  /** What became of each skill, by name. */
  readonly shares: readonly SkillShare[]
}

/**
 * Divides the room of a list of skills, losing the least that it can: names first,
 * whole texts while there is room, then descriptions, all cut alike; where names
 * find no line each they are grouped by category, and the rest is counted.
 *
 * @param skills sorted, each name once, nothing in a name or description breaks a line
 */
export function layOutIndex(skills: readonly IndexSkill[], room: IndexRoom): LaidOutIndex {
  const { total, size } = room
  const bare = skills.map((skill) => size(lineOf(skill, '')))
  if (sum(bare) > total) return group(skills, room)
  const full = takeBodies(skills, bare, room)
  const rest = skills.filter(({ name }) => !full.has(name))
  const used = sum([...full.values()].map(size))
  const shares = shareDescriptions(rest, { total: total - used, entry: lineOf, size })
  const lines = rest.map((skill, index): IndexRun => {
    return { text: lineOf(skill, shares[index]?.description ?? ''), of: skill.name }
  })
  const texts = [...full].map(([name, text]): IndexRun => ({ text, of: name, inFull: true }))
  const whole = [...full.keys()].map((name): SkillShare => {
    return { name, shown: 'body', description: '' }
  })
  const byName = (a: SkillShare, b: SkillShare): number => compareNames(a.name, b.name)
  return { runs: [...lines, ...texts], shares: [...shares, ...whole].sort(byName) }
}

/** Sorted by name; of two with one name the first counts. */
export function sortSkills<Item extends ListedSkill>(skills: readonly Item[]): readonly Item[] {
  const byName = new Map<string, Item>()
  for (const skill of skills) if (!byName.has(skill.name)) byName.set(skill.name, skill)
  return [...byName.values()].sort((a, b) => compareNames(a.name, b.name))
}

function compareNames(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Bodies of the first skills that have one, while every other skill keeps its name. */
function takeBodies(
  skills: readonly IndexSkill[],
  bare: readonly number[],
  { total, size }: IndexRoom,
): ReadonlyMap<string, string> {
  let left = total - sum(bare)
  const taken = new Map<string, string>()
  for (const [index, { name, body }] of skills.entries()) {
    if (body === undefined) continue
    const text = `<skill name="${name.replaceAll('"', '&quot;')}">\n${body}${BODY_END}`
    left += (bare[index] ?? 0) - size(text)
    if (left < 0) break
    taken.set(name, text)
  }
  return taken
}

/** One line a category; where not even that finds room, the last names are left out and counted. */
function group(skills: readonly IndexSkill[], { total, size }: IndexRoom): LaidOutIndex {
  const fitsIn = (count: number, room: number): boolean =>
    sum(linesByCategory(skills.slice(0, count)).map((line) => size(textOf(line)))) <= room
  const reserve = size(countLine(skills.length))
  let [fits, tooMany] = [0, skills.length + 1]
  if (fitsIn(skills.length, total)) fits = skills.length
  else {
    while (tooMany - fits > 1) {
      const middle = Math.floor((fits + tooMany) / 2)
      if (fitsIn(middle, total - reserve)) fits = middle
      else tooMany = middle
    }
  }
  const lost = skills.length - fits
  const counted: readonly IndexRun[] = lost > 0 ? [{ text: countLine(lost), of: null }] : []
  return {
    runs: [...linesByCategory(skills.slice(0, fits)).flat(), ...counted],
    shares: skills.map(({ name }, index) => ({
      name,
      shown: index < fits ? 'name' : 'left-out',
      description: '',
    })),
  }
}

function linesByCategory(skills: readonly IndexSkill[]): readonly (readonly IndexRun[])[] {
  const byCategory = new Map<string, string[]>()
  for (const { name, category = 'other' } of skills) {
    const names = byCategory.get(category)
    if (names) names.push(name)
    else byCategory.set(category, [name])
  }
  return [...byCategory].map(([category, names]) => [
    { text: `${category}: `, of: null },
    ...names.flatMap((name, index): IndexRun[] => [
      ...(index === 0 ? [] : [{ text: ', ', of: null }]),
      { text: name, of: name },
    ]),
    { text: '\n', of: null },
  ])
}

function textOf(runs: readonly IndexRun[]): string {
  return runs.map(({ text }) => text).join('')
}

function countLine(count: number): string {
  return `(${count} more ${count === 1 ? 'skill is' : 'skills are'} left out of this list)\n`
}

function lineOf({ name }: ListedSkill, description: string): string {
  return description === '' ? `- ${name}\n` : `- ${name}: ${description}\n`
}

function sum(figures: readonly number[]): number {
  return figures.reduce((total, one) => total + one, 0)
}
