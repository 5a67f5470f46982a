import { entityOf, isAlwaysFolded, markupPattern } from '../guard/angle-brackets.ts'
import { escapeAttribute } from '../guard/escape-attribute.ts'
import { countChars } from '../text/measure.ts'
import { estimateTokens } from '../text/tokens.ts'
import { type ListedSkill, type SkillShare, shareDescriptions } from './share-descriptions.ts'

/** A skill of an index. */
export interface IndexSkill extends ListedSkill {
  /** Stands behind the names that find no room for a line each. Default: `other`. */
  readonly category?: string
  /** The text of a skill that is always there in full. Default: it is read when it is needed. */
  readonly body?: string
}

export interface SkillIndexOptions {
  /** What the whole element may take. */
  readonly budget: number
  /** Default: `tokens`. */
  readonly unit?: 'tokens' | 'characters'
}

export interface SkillIndex {
  /** The element; `''` without a skill. */
  readonly text: string
  /** What became of each skill, sorted as in the index. */
  readonly shares: readonly SkillShare[]
}

const OPEN = '<available-skills>\n'
const CLOSE = '</available-skills>'

/**
 * Writes the list of skills for an agent that has none of its own. It loses the
 * least that it can: every name stands in it, whole texts follow while there is
 * room, then descriptions, all cut alike; where names find no line each they are
 * grouped by category, and those that are left out are counted. Nothing in a
 * name, a description or a text can end the element.
 */
export function renderSkillIndex(
  skills: readonly IndexSkill[],
  { budget, unit = 'tokens' }: SkillIndexOptions,
): SkillIndex {
  const size = unit === 'tokens' ? estimateTokens : countChars
  const listed = sortOnce(skills).map(toSafe)
  if (listed.length === 0) return { text: '', shares: [] }
  const total = budget - size(OPEN) - size(CLOSE)
  const bare = listed.map((skill) => size(lineOf(skill, '')))
  if (bare.reduce((sum, one) => sum + one, 0) > total) return group(listed, { total, size })
  const full = takeBodies(listed, bare, { total, size })
  const rest = listed.filter(({ name }) => !full.has(name))
  const used = [...full.values()].reduce((sum, text) => sum + size(text), 0)
  const shares = shareDescriptions(rest, { total: total - used, entry: lineOf, size })
  const lines = rest.map((skill, index) => lineOf(skill, shares[index]?.description ?? ''))
  const whole = listed.flatMap(({ name }): SkillShare[] =>
    full.has(name) ? [{ name, shown: 'body', description: '' }] : [],
  )
  return {
    text: [OPEN, ...lines, ...full.values(), CLOSE].join(''),
    shares: [...shares, ...whole].sort((a, b) => compare(a.name, b.name)),
  }
}

interface Room {
  readonly total: number
  readonly size: (text: string) => number
}

/** Bodies of the first skills that have one, while every other skill keeps its name. */
function takeBodies(
  skills: readonly IndexSkill[],
  bare: readonly number[],
  { total, size }: Room,
): ReadonlyMap<string, string> {
  let left = total - bare.reduce((sum, one) => sum + one, 0)
  const taken = new Map<string, string>()
  for (const [index, { name, body }] of skills.entries()) {
    if (body === undefined) continue
    const text = `<skill name="${name.replaceAll('"', '&quot;')}">\n${body}\n</skill>\n`
    left += (bare[index] ?? 0) - size(text)
    if (left < 0) break
    taken.set(name, text)
  }
  return taken
}

/** One line a category; where not even that finds room, the last names are left out and counted. */
function group(skills: readonly IndexSkill[], { total, size }: Room): SkillIndex {
  const all = linesByCategory(skills)
  const reserve = size(countLine(skills.length))
  const costs = (lines: readonly string[]): number => lines.reduce((sum, one) => sum + size(one), 0)
  let [fits, tooMany] = [0, skills.length + 1]
  if (costs(all) <= total) fits = skills.length
  else {
    while (tooMany - fits > 1) {
      const middle = Math.floor((fits + tooMany) / 2)
      if (costs(linesByCategory(skills.slice(0, middle))) + reserve <= total) fits = middle
      else tooMany = middle
    }
  }
  const lost = skills.length - fits
  const lines = linesByCategory(skills.slice(0, fits))
  return {
    text: [OPEN, ...lines, ...(lost > 0 ? [countLine(lost)] : []), CLOSE].join(''),
    shares: skills.map(({ name }, index) => ({
      name,
      shown: index < fits ? 'name' : 'left-out',
      description: '',
    })),
  }
}

function linesByCategory(skills: readonly IndexSkill[]): readonly string[] {
  const byCategory = new Map<string, string[]>()
  for (const { name, category = 'other' } of skills) {
    byCategory.set(category, [...(byCategory.get(category) ?? []), name])
  }
  return [...byCategory].map(([category, names]) => `${category}: ${names.join(', ')}\n`)
}

function countLine(count: number): string {
  return `(${count} more ${count === 1 ? 'skill is' : 'skills are'} left out of this list)\n`
}

function lineOf({ name }: ListedSkill, description: string): string {
  return description === '' ? `- ${name}\n` : `- ${name}: ${description}\n`
}

/** By name; of two with one name the first counts. */
function sortOnce(skills: readonly IndexSkill[]): readonly IndexSkill[] {
  const byName = new Map<string, IndexSkill>()
  for (const skill of skills) {
    const name = toLine(skill.name)
    if (!byName.has(name)) byName.set(name, skill)
  }
  return [...byName.values()].sort((a, b) => compare(toLine(a.name), toLine(b.name)))
}

function toSafe({ name, description, category, body }: IndexSkill): IndexSkill {
  return {
    name: toLine(name),
    description: toLine(description),
    ...(category === undefined ? {} : { category: toLine(category) || 'other' }),
    ...(body === undefined ? {} : { body: body.replace(markupPattern(), foldMarkup) }),
  }
}

/** One line in which nothing is markup and nothing is hidden; quotation marks stay. */
export function toLine(text: string): string {
  return escapeAttribute(text.replace(/\s+/gu, ' ').trim()).replaceAll('&quot;', '"')
}

function foldMarkup(character: string, at: number, text: string): string {
  const isTag = /^[\s/]*(?:available-)?skill/iu.test(text.slice(at + character.length, at + 64))
  return isTag || isAlwaysFolded(character) ? entityOf(character) : character
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
