import { SYNCED_AGENTS } from '@onesoul/skills'
import type { Home } from '@onesoul/sources'
import { AGENT_ALIASES, AGENT_IDS, API_IDS } from '../agents/registry.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import { knownValue } from '../terminal/known-value.ts'

/** An agent behind a protocol: it brings no folder of skills of its own. */
const WITHOUT_FOLDER = ['acp']

/** They get skills with each run, or none. */
const WITHOUT_SKILLS = [
  'dry-run',
  ...API_IDS.filter((id) => !SYNCED_AGENTS.some((one) => one === id)),
]

/** The ids of agents that were typed, each once; a mistyped one is a usage error with a suggestion. */
export function typedAgents(typed: readonly string[]): readonly string[] {
  const known = [...SYNCED_AGENTS, ...AGENT_IDS, ...WITHOUT_FOLDER, ...AGENT_ALIASES.keys()]
  const ids = typed.map((name) => knownValue('--agent', name.toLowerCase(), [...new Set(known)]))
  return [...new Set(ids.map((id) => AGENT_ALIASES.get(id) ?? id))]
}

/** The agents that the configuration enables: those under `agents:` and those of bots. The simulated one reads no skills. */
export function configuredAgents(home: Home): readonly string[] {
  const { agents, bots } = home.config.settings
  const named = [...Object.keys(agents), ...bots.flatMap(({ agent }) => agent ?? [])]
  const ids = named.map((id) => AGENT_ALIASES.get(id) ?? id)
  return [...new Set(ids)].filter((id) => !WITHOUT_SKILLS.includes(id))
}

/** Those that were typed, else those of the configuration; none is a usage error, never all of them. */
export function wantedAgents(typed: readonly string[], home: Home): readonly string[] {
  const agents = typed.length > 0 ? typedAgents(typed) : configuredAgents(home)
  if (agents.length > 0) return agents
  throw new CliError(EXIT.usage, 'no agent is named, and the configuration enables none', {
    hints: [
      'name one, e.g. --agent claude',
      'or enable it in config.yaml, e.g. agents: { claude-code: {} }',
    ],
  })
}
