import type { Agent } from '@onesoul/agents'
import { suggest } from '@onesoul/core'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'

/** Every agent that this build can drive, each loaded when it is needed; the only place that names concrete adapters. */
const LOADERS: ReadonlyMap<string, () => Promise<Agent>> = new Map([
  [
    'claude-code',
    async () => (await import('@onesoul/agents/claude-code')).createClaudeCodeAgent(),
  ],
  ['codex', async () => (await import('@onesoul/agents/codex')).createCodexAgent()],
  ['opencode', async () => (await import('@onesoul/agents/opencode')).createOpenCodeAgent()],
  ['anthropic', async () => (await import('@onesoul/agents/anthropic')).createAnthropicAgent()],
  ['openai', async () => (await import('@onesoul/agents/openai')).createOpenAIAgent()],
  ['gemini', async () => (await import('@onesoul/agents/gemini')).createGeminiAgent()],
  ['dry-run', async () => (await import('@onesoul/agents/dry-run')).createDryRunAgent()],
])

/** The ids of all agents, in the order in which they are listed. */
export const AGENT_IDS: readonly string[] = [...LOADERS.keys()]

/** Model APIs: they have no files, folders or limits of their own on disk. `gemini` of those is Gemini CLI. */
export const API_IDS: readonly string[] = ['anthropic', 'openai', 'gemini']

/** Loads every agent that this build can drive, or those of some ids. */
export function createAgents(ids: readonly string[] = AGENT_IDS): Promise<readonly Agent[]> {
  return Promise.all([...LOADERS].flatMap(([id, load]) => (ids.includes(id) ? [load()] : [])))
}

/** Shorter names that people type. */
export const AGENT_ALIASES: ReadonlyMap<string, string> = new Map([['claude', 'claude-code']])

/** What people type for the agent of an id: its shorter name, when it has one; so it stands in every command that is shown. */
export function shortName(agentId: string): string {
  const alias = [...AGENT_ALIASES].find(([, id]) => id === agentId)
  return alias?.[0] ?? agentId
}

/** Loads an agent by id or alias; a mistyped one is a usage error with a suggestion. */
export async function findAgent(name: string): Promise<Agent> {
  const load = loaderOf(name)
  if (!load) throw noAgent(name, [])
  return load()
}

/**
 * Refuses a name that no agent has, where a command could have been meant as well:
 * `commands` are those, as they are typed (`onesoul trace purge`).
 */
export function requireAgentName(name: string, commands: readonly string[]): void {
  if (!loaderOf(name)) throw noAgent(name, commands)
}

function loaderOf(name: string): (() => Promise<Agent>) | undefined {
  return LOADERS.get(AGENT_ALIASES.get(name.toLowerCase()) ?? name.toLowerCase())
}

function noAgent(name: string, commands: readonly string[]): CliError {
  const known = [...AGENT_IDS, ...AGENT_ALIASES.keys()]
  const words = new Map(commands.map((command) => [command.split(' ').at(-1) ?? '', command]))
  const meant = suggest(name, [...known, ...words.keys()])
  const hint = meant
    ? `did you mean ${words.get(meant) ?? meant}?`
    : `known agents: ${known.join(', ')}`
  return new CliError(EXIT.usage, `there is no agent ${JSON.stringify(name)}`, { hints: [hint] })
}
