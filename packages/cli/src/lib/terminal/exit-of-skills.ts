import type { SkillsErrorCode } from '@onesoul/skills'
import { EXIT } from './exit-code.ts'

/** The exit code for the reason that something was not done to a skill. */
export function exitOfSkills(code: SkillsErrorCode): number {
  if (USAGE.includes(code)) return EXIT.usage
  if (FAILED.includes(code)) return EXIT.failed
  return code === 'format-invalid' ? EXIT.findings : EXIT.refused
}

const USAGE: readonly SkillsErrorCode[] = [
  'source-invalid',
  'name-invalid',
  'not-there',
  'target-missing',
]
const FAILED: readonly SkillsErrorCode[] = ['source-unreachable', 'lock-invalid', 'state-unusable']
