import type { TargetFlags } from '../prepare/target-flags.ts'

/** Flags of `compose`. */
export interface ComposeFlags extends TargetFlags {
  readonly agent?: string
  readonly format?: string
  readonly manifest?: boolean
  /** Also the list of skills, for an agent that has one of its own as well. */
  readonly skills?: boolean
  /** The frozen text of a session, by id, beginning of an id, or name. */
  readonly session?: string
  /** What a reset of a session would change. */
  readonly since?: string
}
