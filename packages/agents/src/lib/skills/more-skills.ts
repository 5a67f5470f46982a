import { join } from 'node:path'
import { type Skill, shareDescriptions } from '@onesoul/core'
import { toListed } from './skill-text.ts'

/** Stands in a list for the skills that find no room in it. */
export const MORE_SKILLS = 'more-skills'

/** Characters of the names in its description, and of the list that is its body. */
const NAMES = 900
const LIST = 60_000

/**
 * The SKILL.md of a skill that tells of others: how many there are and the first
 * names to everybody, all of them with their places to who reads it.
 */
export function tellOfMore(skills: readonly Skill[]): string {
  const names = skills.map(({ name }) => name).join(', ')
  const first = names.length > NAMES ? `${names.slice(0, NAMES).replace(/,[^,]*$/u, '')}, …` : names
  const what = skills.length === 1 ? '1 more skill' : `${skills.length} more skills`
  const description = `${what} found no room in this list. Read this one for what they do and where they stand: ${first}`
  const lines = linesOf(skills)
  const left = skills.length - lines.length
  return [
    `---\nname: ${MORE_SKILLS}\ndescription: ${JSON.stringify(description)}\n---\n`,
    'Read the SKILL.md of the one that you need, and do what it says.\n',
    ...lines,
    ...(left > 0 ? [`\n${left} more are listed by \`onesoul skills list\`.`] : []),
    '',
  ].join('\n')
}

function linesOf(skills: readonly Skill[]): readonly string[] {
  const listed = skills.map(({ name, folder, facts }) => ({
    name,
    path: join(folder, 'SKILL.md'),
    description: toListed(facts.description),
  }))
  const entry = ({ name, path }: (typeof listed)[number], description: string): string =>
    description === '' ? `- ${name} (${path})` : `- ${name}: ${description} (${path})`
  const shares = shareDescriptions(listed, {
    total: LIST,
    perDescription: 300,
    entry: (skill, description) => `${entry(skill, description)}\n`,
    size: (text) => text.length,
  })
  return listed.flatMap((skill, index) => {
    const share = shares[index]
    return share === undefined || share.shown === 'left-out'
      ? []
      : [entry(skill, share.description)]
  })
}
