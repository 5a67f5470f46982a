import type { Diagnostic } from '@onesoul/core'

/**
 * `source-invalid`: what should be added names nothing that can be fetched.
 * `source-unreachable`: it could not be fetched. `archive-refused`: an archive
 * breaks a bound. `type-refused`: a file is of a kind that no skill may hold.
 * `format-invalid`: a skill breaks a rule of the format. `name-invalid`: what was
 * asked for can be the name of no skill. `already-there`: a
 * skill of that name stands in the home. `edited`: it was changed since it was
 * added. `unproved`: nothing says that it was added, so it may be somebody's
 * own work. `not-there`: none stands there. `builtin-readonly`: it is one of
 * ours. `quarantined`: the guard found what its policy blocks. `lock-invalid`:
 * `skills.lock` cannot be read. `lock-differs`: what was fetched is not what it
 * says. `target-missing`: no agent was named and none is configured.
 * `state-unusable`: the home cannot hold what must be written.
 */
export type SkillsErrorCode =
  | 'source-invalid'
  | 'source-unreachable'
  | 'archive-refused'
  | 'type-refused'
  | 'format-invalid'
  | 'name-invalid'
  | 'already-there'
  | 'edited'
  | 'unproved'
  | 'not-there'
  | 'builtin-readonly'
  | 'quarantined'
  | 'lock-invalid'
  | 'lock-differs'
  | 'target-missing'
  | 'state-unusable'

/** The words that the HTTP surface has for it. */
export type SkillsPublicCode =
  | 'SKILL_INVALID_ZIP'
  | 'SKILL_INVALID_FORMAT'
  | 'SKILL_FILE_TYPE_BLOCKED'
  | 'SKILL_ALREADY_EXISTS'
  | 'SKILL_BUILTIN_READONLY'
  | 'SKILL_NOT_FOUND'

const PUBLIC: Partial<Readonly<Record<SkillsErrorCode, SkillsPublicCode>>> = {
  'archive-refused': 'SKILL_INVALID_ZIP',
  'format-invalid': 'SKILL_INVALID_FORMAT',
  'name-invalid': 'SKILL_INVALID_FORMAT',
  'type-refused': 'SKILL_FILE_TYPE_BLOCKED',
  'already-there': 'SKILL_ALREADY_EXISTS',
  'builtin-readonly': 'SKILL_BUILTIN_READONLY',
  'not-there': 'SKILL_NOT_FOUND',
}

export interface SkillsErrorOptions {
  /** What the person can do, each an imperative phrase. */
  readonly hints?: readonly string[]
  /** What is behind it, when there are several things. */
  readonly diagnostics?: readonly Diagnostic[]
  readonly cause?: unknown
}

/** The one error class of this package. */
export class SkillsError extends Error {
  readonly code: SkillsErrorCode
  /** Null where the HTTP surface has no word for it. */
  readonly publicCode: SkillsPublicCode | null
  readonly hints: readonly string[]
  readonly diagnostics: readonly Diagnostic[]

  constructor(code: SkillsErrorCode, message: string, options: SkillsErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'SkillsError'
    this.code = code
    this.publicCode = PUBLIC[code] ?? null
    this.hints = options.hints ?? []
    this.diagnostics = options.diagnostics ?? []
  }
}
