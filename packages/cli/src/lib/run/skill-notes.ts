import type { SkillOffer } from '@onesoul/agents'

/** One line on what an agent's list of skills loses, one on what it lists against us; none when all is well. */
export function noteSkills(agent: string, offer: SkillOffer): readonly string[] {
  return [...noteLost(agent, offer), ...noteUnready(agent, offer)]
}

function noteLost(agent: string, { shares, kept }: SkillOffer): readonly string[] {
  const count = (shown: string): number => shares.filter((share) => share.shown === shown).length
  const lost = [
    amount(count('shortened'), 'with a shortened description'),
    amount(count('name'), 'by name alone'),
    amount(count('left-out'), 'left out'),
    amount(kept.length, 'left out because its model may not call them'),
  ].filter((part) => part !== '')
  if (lost.length === 0) return []
  const all = shares.length + kept.length
  const what = all === 1 ? 'skill' : 'skills'
  return [
    `of ${all} ${what} for ${agent}: ${lost.join(', ')}; \`onesoul skills list\` has them all`,
  ]
}

const NAMED = 3

function noteUnready(agent: string, { unready }: SkillOffer): readonly string[] {
  if (unready.length === 0) return []
  const names = unready.slice(0, NAMED).map(({ name, status }) => `${name} (${status})`)
  const more = unready.length > NAMED ? ` and ${unready.length - NAMED} more` : ''
  return [`${agent} finds by itself what is not ready here: ${names.join(', ')}${more}`]
}

function amount(count: number, what: string): string {
  return count === 0 ? '' : `${count} ${what}`
}
