import type { Diagnostic, Skill } from '@onesoul/core'
import type { Environment } from '../config/environment-layer.ts'
import type { ScanText } from '../scan/scan-report.ts'

/** The session that gates are judged for; what is left out is unknown, and its gates hold. */
export interface SkillSession {
  /** The surface people talk on. */
  readonly platform?: string
  /** Names of the session's tools. */
  readonly tools?: readonly string[]
  /** What gates of variables look at. Default: the environment of the home. */
  readonly env?: Environment
  /** Folders of programs, as in `PATH`. Default: `PATH` of that environment. */
  readonly path?: string
  /** Node's name of the operating system. Default: this one. */
  readonly os?: string
}

export interface SkillsRequest {
  /** Absolute working directory of the session. Default: none, and no work tree gives skills. */
  readonly cwd?: string
  readonly session?: SkillSession
  /** Absolute path of the folder of our own skills. Default: none. */
  readonly builtin?: string
  /** Until which day accepted findings count, `YYYY-MM-DD`. Default: today, in UTC. */
  readonly today?: string
  /** Milliseconds since 1970; files that changed shortly before are not kept in the cache. Default: the clock. */
  readonly now?: number
  /** Whether what was found out is kept in the home for the next process. Default: true. */
  readonly keep?: boolean
  /** What looks for threats in texts. Default: the scanner of core. */
  readonly scan?: ScanText
}

/** Every skill that was found, also those that cannot be used. */
export interface SkillCatalogue {
  /** By name, then strongest first. */
  readonly skills: readonly Skill[]
  /** Trouble with folders, and the rules that single skills break. */
  readonly diagnostics: readonly Diagnostic[]
}
