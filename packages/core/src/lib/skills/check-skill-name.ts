import { escapeForDisplay } from '../text/escape-for-display.ts'
import { countChars } from '../text/measure.ts'
import type { SkillFault } from './skill-rules.ts'

const MAX_CHARS = 64

/**
 * The rules that a skill's name breaks; none: it may be used. Letters of other
 * scripts pass with a warning: the format's text names a–z, its validator takes
 * every lower-case letter. Compared in the Unicode form NFKC, as there.
 */
export function checkSkillName(name: string): readonly SkillFault[] {
  const plain = normaliseSkillName(name)
  if (plain === '') return [{ code: 'skill.name-missing', message: 'the name is empty' }]
  const faults: SkillFault[] = []
  const shown = escapeForDisplay(plain.slice(0, MAX_CHARS))
  const chars = countChars(plain)
  const add = (code: SkillFault['code'], says: string): number =>
    faults.push({ code, message: `the name ${shown} ${says}` })
  if (chars > MAX_CHARS) add('skill.name-long', `has ${chars} characters; ${MAX_CHARS} are allowed`)
  if (!/^[\p{L}\p{N}-]+$/u.test(plain)) {
    add('skill.name-characters', 'has a character that is no letter, digit or dash')
  } else if (plain !== plain.toLowerCase()) {
    add('skill.name-characters', 'has a capital letter')
  } else if (!/^[a-z0-9-]+$/.test(plain)) add('skill.name-letters', 'has letters outside a-z')
  if (/^-|-$/.test(plain)) add('skill.name-dash', 'begins or ends with a dash')
  else if (plain.includes('--')) add('skill.name-dash', 'has two dashes in a row')
  return faults
}

/** A name as it is compared. */
export function normaliseSkillName(name: string): string {
  return name.trim().normalize('NFKC')
}
