import type { Language } from '../model/target.ts'
import { METACOGNITION_EN, METACOGNITION_ZH } from './metacognition.generated.ts'

/** The compiled-in text that opens every composition; it cannot be edited or excluded. */
export function metacognition(language: Language): string {
  return language === 'zh' ? METACOGNITION_ZH : METACOGNITION_EN
}
