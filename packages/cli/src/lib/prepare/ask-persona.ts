import type { Language } from '@onesoul/core'
import {
  type PersonaAnswers,
  type PersonaKey,
  type PersonaQuestion,
  personaQuestions,
} from '@onesoul/sources'
import { askPerson } from '../terminal/ask-line.ts'

const WORDS = {
  en: { intro: 'Who is your agent? Enter leaves a question out.', example: 'e.g. ' },
  zh: { intro: '介绍一下你的助手。直接回车可跳过一题。', example: '例如：' },
} as const

/**
 * Asks who the agent is, on standard error; an empty answer leaves a question
 * out. Throws `CliError` with exit code 130 when the person leaves.
 */
export async function askPersona(language: Language): Promise<PersonaAnswers> {
  const { intro, example } = WORDS[language]
  process.stderr.write(`${intro}\n`)
  return askPerson(async ({ ask }) => {
    const answers: Partial<Record<PersonaKey, string>> = {}
    for (const one of personaQuestions(language)) {
      const answer = await ask(phrase(one, example))
      if (answer !== '') answers[one.key] = answer
    }
    return answers
  })
}

function phrase(one: PersonaQuestion, example: string): string {
  return `  ${one.question} (${example}${one.example}) `
}
