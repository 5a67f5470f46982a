import { createInterface, type Interface } from 'node:readline/promises'
import type { Language } from '@onesoul/core'
import {
  type PersonaAnswers,
  type PersonaKey,
  type PersonaQuestion,
  personaQuestions,
} from '@onesoul/sources'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'

const WORDS = {
  en: { intro: 'Who is your agent? Enter leaves a question out.', example: 'e.g. ' },
  zh: { intro: '介绍一下你的助手。直接回车可跳过一题。', example: '例如：' },
} as const

/**
 * Asks who the agent is, on standard error; an empty answer leaves a question
 * out. Throws `CliError` with exit code 130 when the person leaves.
 */
export async function askPersona(language: Language): Promise<PersonaAnswers> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const left = leaving(terminal)
  const { intro, example } = WORDS[language]
  const answers: Partial<Record<PersonaKey, string>> = {}
  process.stderr.write(`${intro}\n`)
  try {
    for (const one of personaQuestions(language)) {
      const answer = await Promise.race([terminal.question(ask(one, example)), left])
      if (answer.trim() !== '') answers[one.key] = answer.trim()
    }
  } finally {
    terminal.removeAllListeners('close')
    terminal.close()
  }
  return answers
}

function ask(one: PersonaQuestion, example: string): string {
  return `  ${one.question} (${example}${one.example}) `
}

/** A question that is not answered any more would wait for ever. */
function leaving(terminal: Interface): Promise<never> {
  return new Promise((_, reject) => {
    terminal.once('close', () => {
      process.stderr.write('\n')
      reject(new CliError(EXIT.interrupted, 'nothing was written'))
    })
  })
}
