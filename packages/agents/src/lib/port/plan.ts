import type { FoundAgent } from './detection.ts'
import type { Inspection, UserSource } from './inspection.ts'
import type { PlannedSkills, SkillBundle } from './skills.ts'
import type { PermissionTier } from './traits.ts'

/** How a run relates to earlier ones. */
export type SessionStart =
  | { readonly mode: 'new' }
  /** The agent's own id of the session to go on with. */
  | {
      readonly mode: 'resume'
      readonly agentSessionId: string
      /** A scripted model answered the latest turn of it. */
      readonly offline?: true
    }

export interface PlanInput {
  readonly detection: FoundAgent
  readonly inspection: Inspection
  /** The whole rendering: directives and context. */
  readonly text: string
  /** The rendering without USER and MEMORY, for places that others can see. */
  readonly directivesText: string
  readonly session: SessionStart
  /**
   * Texts that superseded parts of the one that this session began with, oldest
   * first: an agent whose history keeps that text gets those that the history
   * does not hold yet. Others ignore them, `text` says it all. Default: none.
   */
  readonly updates?: readonly string[]
  /** A fresh UUID for agents that let us choose the session's id. */
  readonly freshSessionId: string
  /** `null`: interactive, at a terminal. */
  readonly prompt: string | null
  readonly cwd: string
  /** The agent's environment before our additions, nested-run markers already removed. */
  readonly env: Readonly<Record<string, string>>
  readonly model?: string
  readonly permission?: PermissionTier
  /** Folder of our session (mode 0700), for an agent that keeps no conversations of its own; it may not be there yet. */
  readonly sessionDir?: string
  /** Folder for content-addressed delivery files (mode 0700). */
  readonly deliverDir: string
  /** Base URL of a recorder that stands before `inspection.endpoint`; includes its secret path prefix. */
  readonly recorderUrl?: string
  /** The recorder answers from a script: the run must need no credentials and no model of the person's. Default false. */
  readonly offline?: boolean
  /** The work tree is trusted. */
  readonly trusted: boolean
  /** Skills that the agent gets, and the one that the run begins with. Default: none. */
  readonly skills?: PlannedSkills
  /** `agents.<id>.argv` of the configuration: `allow` lets USER and MEMORY stand in an argument vector. */
  readonly argv?: 'allow' | 'deny'
}

/** A file that must exist while the agent runs. Written 0600, removed after the last run that uses it. */
export interface DeliveryFile {
  readonly path: string
  readonly content: string
}

export interface DeliveryPlan {
  readonly agent: string
  readonly detection: FoundAgent
  /** Absolute path; never a shell. */
  readonly command: string
  readonly args: readonly string[]
  /** The complete environment of the child. */
  readonly env: Readonly<Record<string, string>>
  /** Names of variables that we added or changed, for `--print-command`. */
  readonly envChanges: readonly string[]
  readonly cwd: string
  readonly files: readonly DeliveryFile[]
  /** A folder of skills that must exist while the agent runs. Default: none. */
  readonly bundle?: SkillBundle
  readonly channel: string
  /**
   * The exact text of ours that must stand on the wire, once: the rendering, or
   * the last of `updates` where the history has the rest.
   */
  readonly delivered: string
  readonly userSources: readonly UserSource[]
  /** Known before the start when the agent lets us choose it. */
  readonly agentSessionId: string | null
  readonly interactive: boolean
  /** Adapter-specific data for `launch`; plain data. */
  readonly details: Readonly<Record<string, unknown>>
  readonly notes: readonly string[]
  /** Set when this delivery cannot be done; then nothing may be started. */
  readonly refusal: { readonly code: string; readonly message: string } | null
}
