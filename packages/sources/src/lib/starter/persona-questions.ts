import type { Language } from '@onesoul/core'

export type PersonaKey = 'name' | 'projectType' | 'languages' | 'frameworks' | 'infrastructure'

/** Answers of the person who writes a new home; every one is optional. */
export type PersonaAnswers = Readonly<Partial<Record<PersonaKey, string>>>

export interface PersonaQuestion {
  readonly key: PersonaKey
  readonly question: string
  /** Shown as a placeholder. */
  readonly example: string
}

const QUESTIONS: Readonly<Record<Language, readonly PersonaQuestion[]>> = {
  en: [
    { key: 'name', question: 'What is your agent called?', example: 'Ada' },
    {
      key: 'projectType',
      question: 'What kind of project is it for?',
      example: 'a web shop with an API',
    },
    { key: 'languages', question: 'Which programming languages?', example: 'TypeScript, SQL' },
    { key: 'frameworks', question: 'Which frameworks?', example: 'React, Fastify' },
    { key: 'infrastructure', question: 'Where does it run?', example: 'Kubernetes, PostgreSQL' },
  ],
  zh: [
    { key: 'name', question: '你的助手叫什么名字？', example: '小舟' },
    { key: 'projectType', question: '用于什么类型的项目？', example: '带 API 的网上商城' },
    { key: 'languages', question: '使用哪些编程语言？', example: 'TypeScript、SQL' },
    { key: 'frameworks', question: '使用哪些框架？', example: 'React、Fastify' },
    { key: 'infrastructure', question: '运行在什么环境？', example: 'Kubernetes、PostgreSQL' },
  ],
}

/** The five questions of `init`, in order. */
export function personaQuestions(language: Language): readonly PersonaQuestion[] {
  return QUESTIONS[language]
}
