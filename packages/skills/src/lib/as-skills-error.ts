import { DiskError } from '@onesoul/disk'
import { SkillsError } from './skills-error.ts'
import { errorText, isSystemError } from './sync/error-text.ts'

/** What the disk refused as `state-unusable`, with what could not be done; everything else as it is. */
export function asSkillsError(error: unknown, what: string): unknown {
  if (error instanceof DiskError || isSystemError(error)) {
    return new SkillsError('state-unusable', `${what}: ${errorText(error)}`, { cause: error })
  }
  return error
}
