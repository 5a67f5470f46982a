import { checkSkillName, normaliseSkillName } from '@onesoul/core'
import { isDeviceName } from '../archive/entry-names.ts'

/** Whether a skill may have this name by the rules of the format, so that it is a safe name of a folder as well. */
export function isSkillName(name: string): boolean {
  if (isDeviceName(name)) return false
  const faults = checkSkillName(name)
  return (
    normaliseSkillName(name) === name && faults.every(({ code }) => code === 'skill.name-letters')
  )
}
