import type { Language, SlotName } from '@onesoul/core'
import type { PersonaAnswers } from './persona-questions.ts'
import { STARTER_TEXTS } from './starter-texts.generated.ts'

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

/** An answer becomes one line of plain text, without control and invisible characters. */
function oneLine(answer: string): string {
  const plain = answer.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').replace(/\s+/g, ' ')
  return [...plain.trim()].slice(0, MAX_ANSWER_CHARS).join('')
}
