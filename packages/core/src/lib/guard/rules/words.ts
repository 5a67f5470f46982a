import type { WordClasses } from '../threats/threat-rule.ts'
import { CIPHER_WORDS, CODE_WORDS } from './words/code.ts'
import { CONCEPT_WORDS } from './words/concepts.ts'
import { CONDUCT_WORDS } from './words/conduct.ts'
import { FOOTHOLD_WORDS } from './words/foothold.ts'
import { DECEIT_WORDS, TAKEOVER_WORDS } from './words/general.ts'
import { HARM_WORDS } from './words/harm.ts'
import { LANGUAGE_WORDS } from './words/languages.ts'
import { EAST_WORDS } from './words/languages-east.ts'
import { MORE_LANGUAGE_WORDS } from './words/languages-more.ts'
import { SOUTH_WORDS } from './words/languages-south.ts'
import { ORDER_WORDS } from './words/orders.ts'
import { SECRECY_WORDS } from './words/secrecy.ts'
import { DROPPER_WORDS, THEFT_WORDS } from './words/theft.ts'
import { THEFT_LANGUAGE_WORDS } from './words/theft-languages.ts'

/** Every word class that a pattern may name. */
export const WORDS: WordClasses = {
  ...TAKEOVER_WORDS,
  ...DECEIT_WORDS,
  ...THEFT_WORDS,
  ...DROPPER_WORDS,
  ...FOOTHOLD_WORDS,
  ...HARM_WORDS,
  ...ORDER_WORDS,
  ...CONCEPT_WORDS,
  ...CONDUCT_WORDS,
  ...SECRECY_WORDS,
  ...CODE_WORDS,
  ...CIPHER_WORDS,
  ...LANGUAGE_WORDS,
  ...MORE_LANGUAGE_WORDS,
  ...EAST_WORDS,
  ...SOUTH_WORDS,
  ...THEFT_LANGUAGE_WORDS,
}
