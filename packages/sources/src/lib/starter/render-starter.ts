import type { Language, SlotName } from '@onesoul/core'
import type { PersonaAnswers } from './persona-questions.ts'
import { STARTER_TEXTS, TEMPLATE_RULES } from './starter-texts.generated.ts'

/** What a home can begin with beside the five plain starters. `orchestrator`: rules for giving work to skills and sub-agents. */
export type StarterTemplate = keyof typeof TEMPLATE_RULES

export const STARTER_TEMPLATES: readonly StarterTemplate[] = ['orchestrator']

const CONDITION = /^(- )?\[(!?)(\w+)\] (.*)$/
const MAX_ANSWER_CHARS = 300

/**
 * The starter text of a slot with the answers filled in. A line that needs an
 * answer which was not given is left out, so no placeholder remains.
 */
export function renderStarter(
  slot: SlotName,
  language: Language,
  answers: PersonaAnswers = {},
): string {
  const given = new Map(Object.entries(answers).map(([key, value]) => [key, oneLine(value ?? '')]))
  const lines = STARTER_TEXTS[language][slot].split('\n').flatMap((line) => {
    const [, bullet = '', negated, key = '', rest = ''] = CONDITION.exec(line) ?? []
    if (key === '') return [line]
    const answer = given.get(key) ?? ''
    return (answer === '') === (negated === '!')
      ? [bullet + rest.replaceAll(`[[${key}]]`, () => answer)]
      : []
  })
  return lines.join('\n')
}

/** What a template adds to the starter of a slot; `''`: nothing. */
export function templateText(
  slot: SlotName,
  language: Language,
  template: StarterTemplate | undefined,
): string {
  return template === undefined || slot !== 'AGENTS'
    ? ''
    : `\n${TEMPLATE_RULES[template][language]}`
}

/** An answer becomes one line of plain text, without control and invisible characters. */
function oneLine(answer: string): string {
  const plain = answer.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').replace(/\s+/g, ' ')
  return [...plain.trim()].slice(0, MAX_ANSWER_CHARS).join('')
}
