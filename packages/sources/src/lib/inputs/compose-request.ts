import type { EnvironmentFacts, ExtraSection, Language, RuntimeFacts, Viewer } from '@onesoul/core'
import type { AgentFile } from '../import/read-source.ts'
import type { OwnershipCallback } from './ownership.ts'

/** What a composition is asked for. */
export interface ComposeRequest {
  /** Id of the agent, or `none`. */
  readonly agent: string
  readonly platform?: string
  /** Needs a platform, unless exactly one configured bot has this name. */
  readonly bot?: string
  /** Default: the bot's `audience`, else `owner`. */
  readonly viewer?: Viewer
  readonly session?: string
  /** Default: `xml`. */
  readonly format?: string
  /** Working directory. Default: the home's. */
  readonly cwd?: string
  /** The person named the working directory, so that even our own install tree counts. Default false. */
  readonly explicitCwd?: boolean
  /** Default: the setting. */
  readonly language?: 'auto' | Language
  /** Whether the agent can read files. Default true. */
  readonly canReadFiles?: boolean
  /** The agent's own limit in estimated tokens, used when the configuration sets none. Default: no limit. */
  readonly maxTokens?: number
  /** Says which project files the agent reads by itself. Default: none. */
  readonly ownership?: OwnershipCallback
  /**
   * The person's own files that the agent reads by itself in this run, so that
   * slots which were imported from them are left to it. Default: not known; then
   * the agent that such a slot names counts as reading them.
   */
  readonly personalFiles?: readonly AgentFile[]
  /** The model that will answer, as its provider or the agent names it. Default: not known, then nothing is said to it. */
  readonly model?: string
  /**
   * The machine that the agent works on, for a model that is not told of it
   * otherwise: `readEnvironmentFacts`, or what a probe in a sandbox says. Default:
   * nothing is told, unless `guidance.environment` is `always`.
   */
  readonly environment?: EnvironmentFacts
  /** What the agent tells its model without us, so that it is not told twice. Default: nothing. */
  readonly agentTells?: readonly ('model' | 'environment')[]
  /**
   * The agent has no list of skills, so that those that are ready stand in the
   * prompt. Default false: it lists them itself.
   */
  readonly listSkills?: boolean
  /** Absolute path of the folder of the program's own skills, of which `skills.always` may name some. Default: none. */
  readonly builtinSkills?: string
  /** Skills that are told in full beside those of `skills.always`, when they can be used. Default: none. */
  readonly alwaysSkills?: readonly string[]
  /** Only for a live session. */
  readonly facts?: RuntimeFacts
  /** Sections of the caller's own, frozen with the slots; `section()` makes one. */
  readonly extra?: readonly ExtraSection[]
  /** Sections for this turn alone: they come out as `composition.turn`, never in the frozen parts. */
  readonly turn?: readonly ExtraSection[]
  /** Until which day accepted findings count, `YYYY-MM-DD`. Default: today, in UTC. */
  readonly today?: string
  /** Also read what does not reach the prompt, for `explain`. Default false. */
  readonly withHidden?: boolean
}
