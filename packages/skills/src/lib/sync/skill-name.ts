import { checkSkillName, normaliseSkillName } from '@onesoul/core'

/** Whether a skill may have this name by the rules of the format, so that it is a safe name of a folder as well. */
export function isSkillName(name: string): boolean {
  const faults = checkSkillName(name)
  return (
    normaliseSkillName(name) === name && faults.every(({ code }) => code === 'skill.name-letters')
  )
}
