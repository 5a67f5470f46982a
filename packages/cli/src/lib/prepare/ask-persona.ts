import { createInterface } from 'node:readline/promises'
import type { Language } from '@onesoul/core'
import { type PersonaAnswers, type PersonaKey, personaQuestions } from '@onesoul/sources'

/** Asks who the agent is, on standard error; an empty answer leaves a question out. */
export async function askPersona(language: Language): Promise<PersonaAnswers> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answers: Partial<Record<PersonaKey, string>> = {}
  try {
    for (const { key, question } of personaQuestions(language)) {
      const answer = (await terminal.question(`${question} `)).trim()
      if (answer !== '') answers[key] = answer
    }
  } finally {
    terminal.close()
  }
  return answers
}
