import { type AgentLimit, OTHER_AGENTS } from '@onesoul/agents'
import { suggest } from '@onesoul/core'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import { AGENT_ALIASES, createAgents } from './registry.ts'

/** An agent as far as its limits go. */
export interface KnownLimits {
  readonly id: string
  readonly name: string
  readonly limits: readonly AgentLimit[]
  /** The folder is the agent's own only if it holds a file of this name. Absent: any folder is. */
  readonly mark?: string
}

/** Every agent whose limits are known: those that we drive, then the others. */
export async function listLimits(): Promise<readonly KnownLimits[]> {
  const agents = await createAgents()
  const driven = agents
    .filter(({ traits }) => !traits.simulated && !traits.ownLoop)
    .map(({ id, traits }) => ({ id, name: traits.name, limits: traits.limits ?? [] }))
  return [...driven, ...OTHER_AGENTS]
}

/** The one of an id or alias; a mistyped one is a usage error with a suggestion. */
export function pickLimits(name: string, known: readonly KnownLimits[]): KnownLimits {
  const id = AGENT_ALIASES.get(name.toLowerCase()) ?? name.toLowerCase()
  const found = known.find((one) => one.id === id)
  if (found) return found
  const ids = [...known.map((one) => one.id), ...AGENT_ALIASES.keys()]
  const meant = suggest(name, ids)
  throw new CliError(EXIT.usage, `there is no agent ${JSON.stringify(name)} with known limits`, {
    hints: [meant ? `did you mean ${meant}?` : `known agents: ${ids.join(', ')}`],
  })
}
