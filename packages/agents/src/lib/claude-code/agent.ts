import type { Agent } from '../port/agent.ts'
import { readClaudeCatalogue } from './catalogue.ts'
import { classifyClaudeRequest } from './classify.ts'
import { CLAUDE_CODE_ID, detectClaudeCode } from './detect.ts'
import { inspectClaudeCode } from './inspect.ts'
import { launchClaudeCode } from './launch.ts'
import { ownClaudeFiles } from './ownership.ts'
import { readPersonalFiles } from './personal-files.ts'
import { planClaudeRun } from './plan.ts'
import { CLAUDE_CODE_TRAITS } from './traits.ts'

export interface ClaudeCodeAgentOptions {
  /** The administrator's settings file. Default: its place on this operating system. */
  readonly managedSettingsFile?: string
}

/** Claude Code, reached through the file that it appends to its system prompt. */
export function createClaudeCodeAgent(options: ClaudeCodeAgentOptions = {}): Agent {
  const { managedSettingsFile: managedFile } = options
  return {
    id: CLAUDE_CODE_ID,
    traits: CLAUDE_CODE_TRAITS,
    detect: detectClaudeCode,
    inspect: (input) => inspectClaudeCode(input, managedFile === undefined ? {} : { managedFile }),
    personalFiles: readPersonalFiles,
    ownership: ownClaudeFiles,
    plan: planClaudeRun,
    catalogue: readClaudeCatalogue,
    launch: launchClaudeCode,
    classify: classifyClaudeRequest,
  }
}
