import { type AgentLimit, type InstructionReader, OTHER_READERS } from '@onesoul/agents'
import { suggest } from '@onesoul/core'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import { AGENT_ALIASES, AGENT_IDS, API_IDS, createAgents } from './registry.ts'

/** An agent whose own files can be written. */
export interface ExportedAgent extends InstructionReader {
  readonly limits: readonly AgentLimit[]
}

/** Every agent whose instruction files are known: those that we drive, then the others. */
export async function listExported(): Promise<readonly ExportedAgent[]> {
  // Those without a program read no file, and bring more along than a name.
  const agents = await createAgents(
    AGENT_IDS.filter((id) => id !== 'dry-run' && !API_IDS.includes(id)),
  )
  const driven = agents.flatMap(({ id, traits }): ExportedAgent[] => {
    const { name, reading, limits = [] } = traits
    return reading ? [{ id, name, reading, limits }] : []
  })
  return [...driven, ...OTHER_READERS.map((reader) => ({ ...reader, limits: [] }))]
}

/** Those of a list of ids or aliases, each once, in its order; a mistyped one is a usage error with a suggestion. */
export function pickExported(
  names: readonly string[],
  known: readonly ExportedAgent[],
): readonly ExportedAgent[] {
  return [...new Set(names.map((name) => pickOne(name, known)))]
}

function pickOne(name: string, known: readonly ExportedAgent[]): ExportedAgent {
  const id = AGENT_ALIASES.get(name.toLowerCase()) ?? name.toLowerCase()
  const found = known.find((one) => one.id === id)
  if (found) return found
  const ids = [...known.map((one) => one.id), ...AGENT_ALIASES.keys()]
  const meant = suggest(name, ids)
  const what = `there is no agent ${JSON.stringify(name)} whose files are known`
  throw new CliError(EXIT.usage, what, {
    hints: [
      meant ? `did you mean ${meant}?` : `known agents: ${ids.join(', ')}`,
      'for every other one that reads AGENTS.md: --agent agents-md',
    ],
  })
}
