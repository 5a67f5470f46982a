/**
 * `source-invalid`: what should be added names nothing that can be fetched.
 * `source-unreachable`: it could not be fetched. `archive-refused`: an archive
 * breaks a bound. `format-invalid`: a skill breaks a rule of the format.
 * `already-there`: a skill of that name stands in the home. `not-there`: none
 * does. `builtin-readonly`: it is one of ours. `quarantined`: the guard found
 * what its policy blocks. `lock-invalid`: `skills.lock` cannot be read.
 * `target-missing`: no agent was named and none is configured.
 * `state-unusable`: the home cannot hold what must be written.
 */
export type SkillsErrorCode =
  | 'source-invalid'
  | 'source-unreachable'
  | 'archive-refused'
  | 'format-invalid'
  | 'already-there'
  | 'not-there'
  | 'builtin-readonly'
  | 'quarantined'
  | 'lock-invalid'
  | 'target-missing'
  | 'state-unusable'

export interface SkillsErrorOptions {
  /** What the person can do, each an imperative phrase. */
  readonly hints?: readonly string[]
  readonly cause?: unknown
}

/** The one error class of this package. */
export class SkillsError extends Error {
  readonly code: SkillsErrorCode
  readonly hints: readonly string[]

  constructor(code: SkillsErrorCode, message: string, options: SkillsErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'SkillsError'
    this.code = code
    this.hints = options.hints ?? []
  }
}
