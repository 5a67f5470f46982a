import type { Agent } from '@onesoul/agents'
import { createClaudeCodeAgent } from '@onesoul/agents/claude-code'
import { createCodexAgent } from '@onesoul/agents/codex'
import { createDryRunAgent } from '@onesoul/agents/dry-run'
import { createOpenCodeAgent } from '@onesoul/agents/opencode'
import { suggest } from '@onesoul/core'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'

/** Every agent that this build can drive; the only place that names concrete adapters. */
export function createAgents(): readonly Agent[] {
  return [createClaudeCodeAgent(), createCodexAgent(), createOpenCodeAgent(), createDryRunAgent()]
}

/** Shorter names that people type. */
const ALIASES: Readonly<Record<string, string>> = { claude: 'claude-code' }

/** What people type for an agent: its shorter name, when it has one. */
export function shortName(agent: Agent): string {
  const alias = Object.entries(ALIASES).find(([, id]) => id === agent.id)
  return alias?.[0] ?? agent.id
}

/** Finds an agent by id or alias; a mistyped one is a usage error with a suggestion. */
export function findAgent(agents: readonly Agent[], name: string): Agent {
  const id = ALIASES[name.toLowerCase()] ?? name.toLowerCase()
  const agent = agents.find((candidate) => candidate.id === id)
  if (agent) return agent
  const known = [...agents.map((candidate) => candidate.id), ...Object.keys(ALIASES)]
  const meant = suggest(name, known)
  throw new CliError(EXIT.usage, `there is no agent ${JSON.stringify(name)}`, {
    hints: [meant ? `did you mean ${meant}?` : `known agents: ${known.join(', ')}`],
  })
}
