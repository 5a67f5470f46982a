import type { AgentLimit } from './limits.ts'
import type { InstructionReading } from './reading.ts'
import type { SkillTraits } from './skills.ts'

/** The wire protocols whose requests a receipt can read. */
export type WireProtocol =
  | 'anthropic-messages'
  | 'openai-responses'
  | 'openai-chat'
  | 'gemini-generate'

export type PermissionTier = 'read-only' | 'workspace' | 'auto-edit' | 'full'

/** What shared code may know about an agent; it never branches on the id. */
export interface AgentTraits {
  /** For people: `Claude Code`. */
  readonly name: string
  readonly protocols: readonly WireProtocol[]
  /** The channel's name for people, e.g. `append-system-prompt file`. */
  readonly channel: string
  /** Default token budget of a composition for this agent. */
  readonly maxTokens: number
  /** No program of its own: it shows what a model would receive. Default false. */
  readonly simulated?: boolean
  /** No program of its own either, but a real model: the loop around it is ours and takes `services`. Default false. */
  readonly ownLoop?: boolean
  /** The agent has a tool that reads files of the machine. */
  readonly canReadFiles: boolean
  /**
   * How a changed text reaches a session that is gone on with: in the place of
   * the old one, or behind the history, which keeps the old one. Default `replaces`.
   */
  readonly changedText?: 'replaces' | 'supersedes'
  /** Of an agent that replaces: why a changed text cannot go in with a turn, behind the one that the session has. */
  readonly noTurnText?: string
  /** What a sub-agent receives of our text: nothing, everything, or directives alone. */
  readonly subagents: 'none' | 'everything' | 'directives'
  /** Texts of the agent that hedge the slot they stand in. */
  readonly hedges: readonly string[]
  /** Versions that the behaviour table was measured on, newest last. */
  readonly provenVersions: readonly string[]
  /** The agent's own flags per tier; a tier that is absent cannot be enforced and is refused. */
  readonly permissionFlags: Partial<Readonly<Record<PermissionTier, readonly string[]>>>
  /** Environment variables that mark a nested run and are removed before a start. */
  readonly nestedMarkers: readonly string[]
  /** What the agent leaves out of its own of what a folder holds; default: nothing. */
  readonly limits?: readonly AgentLimit[]
  /** What it does with skills; default: it has none. */
  readonly skills?: SkillTraits
  /** What the agent tells its model without us: of the machine, and advice for this model. Default: nothing. */
  readonly tells?: readonly ('model' | 'environment')[]
  /** Which instruction files of a work tree it reads by itself; default: none. */
  readonly reading?: InstructionReading
  /** Declared capabilities for the runtime facts. */
  readonly capabilities: readonly string[]
}
