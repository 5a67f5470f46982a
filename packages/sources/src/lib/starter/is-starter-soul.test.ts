import { readFile } from 'node:fs/promises'
import { SLOTS } from '@onesoul/core'
import { describe, expect, it } from 'vitest'
import { isStarterSoul } from './is-starter-soul.ts'
import { personaQuestions } from './persona-questions.ts'
import { renderStarter } from './render-starter.ts'
import { STARTER_TEXTS } from './starter-texts.generated.ts'

describe('isStarterSoul', () => {
  it('knows the text that init writes, in both languages and with any line ends', () => {
    for (const language of ['en', 'zh'] as const) {
      const text = renderStarter('SOUL', language)
      expect(isStarterSoul(text)).toBe(true)
      expect(isStarterSoul(`\ufeff${text.replaceAll('\n', '\r\n')}\r\n`)).toBe(true)
    }
  })

  it('lets any edit and any answer count as a persona', () => {
    expect(isStarterSoul(renderStarter('SOUL', 'en', { name: 'Ada' }))).toBe(false)
    expect(isStarterSoul(renderStarter('SOUL', 'en').replace('calm', 'quick'))).toBe(false)
    expect(isStarterSoul('')).toBe(false)
  })
})

describe('renderStarter', () => {
  it('is made from the Markdown files', async () => {
    for (const language of ['en', 'zh'] as const) {
      for (const { slot, file } of SLOTS) {
        const text = await readFile(new URL(`texts/${language}/${file}`, import.meta.url), 'utf8')
        expect(STARTER_TEXTS[language][slot]).toBe(text)
      }
    }
  })

  it('uses every question of both languages in some slot', () => {
    for (const language of ['en', 'zh'] as const) {
      const questions = personaQuestions(language)
      expect(questions).toHaveLength(5)
      const marks = Object.fromEntries(questions.map(({ key }) => [key, `<${key}>`]))
      const all = SLOTS.map(({ slot }) => renderStarter(slot, language, marks)).join('')
      for (const { key } of questions) expect(all).toContain(`<${key}>`)
    }
  })
})
