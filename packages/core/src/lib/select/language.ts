import type { Language } from '../model/target.ts'
import { rememberByText } from '../text/remember.ts'

/**
 * Decides the language of the lead-ins and the metacognition. `auto` follows
 * the persona's own text and nothing else, so that one English USER file does
 * not change the frozen head of the prompt: Chinese when Han characters are at
 * least a fifth of the letters. Without a persona: English.
 */
export function resolveLanguage(setting: 'auto' | Language, persona: string | null): Language {
  if (setting !== 'auto') return setting
  return persona ? languageOf(persona) : 'en'
}

const languageOf = rememberByText((persona): Language => {
  const han = persona.match(/\p{Script=Han}/gu)?.length ?? 0
  const letters = persona.match(/\p{L}/gu)?.length ?? 0
  return han > 0 && han * 5 >= letters ? 'zh' : 'en'
}, 200_000)
