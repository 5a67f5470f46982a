import type { PlannedCall } from '../port/skills.ts'
import type { PermissionTier } from '../port/traits.ts'

/** The `details` of a plan: everything that a run of a model API needs beside its environment. Plain data. */
export interface ApiRun {
  readonly model: string
  /** Of the recorder, when there is one. */
  readonly baseUrl: string
  /** A scripted model answers: no credential is sent. */
  readonly offline: boolean
  readonly prompt: string | null
  readonly call: PlannedCall | null
  /** Null: a person at the terminal decides, and nobody where there is none. */
  readonly tier: PermissionTier | null
  readonly resume: boolean
  /** What sub-agents are told: the rendering without USER and MEMORY. */
  readonly directivesText: string
  readonly sessionId: string
  /** Null: the conversation is not kept. */
  readonly sessionDir: string | null
  readonly limits: ApiLimits
}

/** What the flags behind `--` say. */
export interface ApiLimits {
  /** Requests in one turn. */
  readonly requests?: number
  /** Tokens in one turn at their price. */
  readonly cost?: number
  /** Tokens of one answer. */
  readonly answer?: number
}
