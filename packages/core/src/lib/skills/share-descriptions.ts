import { countChars } from '../text/measure.ts'

/** A skill as a list names it. */
export interface ListedSkill {
  readonly name: string
  readonly description: string
}

/** What a list holds of a skill. `body`: its whole text. `left-out`: not even its name. */
export type SkillShown = 'body' | 'whole' | 'shortened' | 'name' | 'left-out'

/** What became of one skill in a list. */
export interface SkillShare {
  readonly name: string
  readonly shown: SkillShown
  /** The description as the list holds it; `''` without one. */
  readonly description: string
}

export interface ShareOptions<Item extends ListedSkill = ListedSkill> {
  /** What all entries may take, by `size`. */
  readonly total: number
  /** Characters that one description may have. Default: all. */
  readonly perDescription?: number
  /** One entry of the list with this description. */
  readonly entry: (skill: Item, description: string) => string
  /** Never shrinks when text is added. */
  readonly size: (text: string) => number
}

/** Of fewer characters nobody can tell what a skill does. */
const LEAST = 8

/**
 * Divides the room of a list: names first, then all descriptions are cut after
 * the same number of characters. Without room for all names the last skills are
 * left out. More room never shows less of a skill. In the order given.
 */
export function shareDescriptions<Item extends ListedSkill>(
  skills: readonly Item[],
  options: ShareOptions<Item>,
): readonly SkillShare[] {
  const { perDescription = Number.MAX_SAFE_INTEGER } = options
  const longest = skills.reduce((most, { description }) => {
    return Math.max(most, Math.min(countChars(description), perDescription))
  }, 0)
  if (costOf(skills, 0, options) > options.total) return leaveOut(skills, options)
  let [fits, tooLong] = [0, longest + 1]
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2)
    if (costOf(skills, middle, options) <= options.total) fits = middle
    else tooLong = middle
  }
  return skills.map((skill) => shareOf(skill, Math.min(fits, perDescription)))
}

/** The description with at most so many characters, an ellipsis in them; `''` where that says nothing. */
export function cutDescription(description: string, most: number): string {
  const characters = Array.from(description)
  if (characters.length <= most) return description
  if (most < LEAST) return ''
  return `${characters
    .slice(0, most - 1)
    .join('')
    .trimEnd()}…`
}

function costOf<Item extends ListedSkill>(
  skills: readonly Item[],
  most: number,
  { entry, size }: ShareOptions<Item>,
): number {
  return skills.reduce((sum, skill) => {
    const { description } = skill
    const shown = size(entry(skill, cutDescription(description, most)))
    // The ellipsis may cost more than the end that it stands for.
    const almost = countChars(description) <= most ? cutDescription(description, most - 1) : ''
    return sum + Math.max(shown, size(entry(skill, almost)))
  }, 0)
}

function shareOf({ name, description }: ListedSkill, most: number): SkillShare {
  const kept = cutDescription(description, most)
  const shown = kept === description ? 'whole' : kept === '' ? 'name' : 'shortened'
  return { name, shown, description: kept }
}

function leaveOut<Item extends ListedSkill>(
  skills: readonly Item[],
  { total, entry, size }: ShareOptions<Item>,
): readonly SkillShare[] {
  let left = total
  return skills.map((skill) => {
    left -= size(entry(skill, ''))
    return { name: skill.name, shown: left < 0 ? 'left-out' : 'name', description: '' }
  })
}
