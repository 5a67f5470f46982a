/** The entry of the life of skills on disk. Adding a name here is a decision: it becomes public. */

export { SkillsError, type SkillsErrorCode, type SkillsErrorOptions } from './lib/skills-error.ts'
