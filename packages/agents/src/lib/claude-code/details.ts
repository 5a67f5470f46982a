import { AgentError } from '../port/agent-error.ts'
import type { Inspection } from '../port/inspection.ts'
import type { NativeRules } from './native-files.ts'
import type { ReadText } from './read-text.ts'

/** What the inspection of Claude Code hands to ownership and plan. */
export interface ClaudeDetails {
  /** What decides which instruction files are read; the working directory in it has its links resolved. */
  readonly rules: NativeRules
  readonly instructionFiles: readonly (readonly [string, ReadText])[]
  /** Why the agent reads no instruction files of the project, e.g. `--bare`; `null`: it does. */
  readonly instructionsOff: string | null
  /** Variables that settings set: they replace those of the start. */
  readonly settingsVariables: readonly string[]
  /** Content of the person's `--settings`; `null`: none was given. */
  readonly flagSettings: Readonly<Record<string, unknown>> | null
  /** The person's own text for sub-agents. */
  readonly subagentText: string
  /** One sentence when a text of the person's cannot be read. */
  readonly problem: string | null
}

const KEY = 'claudeCode'

export function packDetails(details: ClaudeDetails): Readonly<Record<string, unknown>> {
  return { [KEY]: details }
}

/** Throws `AgentError` `unsupported` for an inspection of another agent. */
export function unpackDetails(inspection: Inspection): ClaudeDetails {
  const details = inspection.details[KEY]
  if (!details) throw new AgentError('unsupported', 'this is no inspection of Claude Code')
  return details as ClaudeDetails
}
