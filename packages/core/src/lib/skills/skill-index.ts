import { entityOf, isAlwaysFolded, markupPattern } from '../guard/angle-brackets.ts'
import { escapeAttribute } from '../guard/escape-attribute.ts'
import { countChars } from '../text/measure.ts'
import { estimateTokens } from '../text/tokens.ts'
import { type IndexSkill, layOutIndex, sortSkills } from './lay-out-index.ts'
import type { SkillShare } from './share-descriptions.ts'

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
 * Writes the list of skills for an agent that has none of its own, by itself; a
 * composition takes it as `ComposeInput.skills`. Nothing in a name, a description
 * or a text can end the element.
 */
export function renderSkillIndex(
  skills: readonly IndexSkill[],
  { budget, unit = 'tokens' }: SkillIndexOptions,
): SkillIndex {
  const size = unit === 'tokens' ? estimateTokens : countChars
  const listed = sortSkills(skills.map(toSafe))
  if (listed.length === 0) return { text: '', shares: [] }
  const total = budget - size(OPEN) - size(CLOSE)
  const { runs, shares } = layOutIndex(listed, { total, size })
  return { text: [OPEN, ...runs.map(({ text }) => text), CLOSE].join(''), shares }
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
