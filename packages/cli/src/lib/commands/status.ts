import type { Agent, Detection } from '@onesoul/agents'
import { type Home, SourcesError } from '@onesoul/sources'
import { createAgents, shortName } from '../agents/registry.ts'
import { detectAgent } from '../prepare/detect-agent.ts'
import { findPlace } from '../prepare/open-place.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'

/** Bare `onesoul`: agents found, home or none, the one next command. */
export async function statusCommand(invocation: Invocation): Promise<number> {
  const { terminal, flags } = invocation
  const place = await findPlace(invocation)
  const home = place instanceof SourcesError ? null : place
  const agents = (await createAgents()).filter((agent) => !agent.traits.simulated)
  const found = await Promise.all(agents.map((agent) => detectAgent(agent, home, invocation)))
  const next = nextCommand(home, agents, found)
  if (flags.json) {
    const document = { schemaVersion: 1, home: home?.dir ?? null, agents: found, next }
    terminal.out(`${JSON.stringify(document, null, 2)}\n`)
    return EXIT.done
  }
  const names = found.flatMap((one, index) =>
    one.found ? [agents[index]?.traits.ownLoop ? one.id : `${one.id} ${one.version}`] : [],
  )
  terminal.out(`home    ${home?.dir ?? 'none'}\nagents  ${names.join(', ') || 'none found'}\n\n`)
  terminal.out(`next    ${next}\n`)
  return EXIT.done
}

function nextCommand(
  home: Home | null,
  agents: readonly Agent[],
  found: readonly Detection[],
): string {
  if (!home) return 'onesoul init'
  const agent = agents.find((_, index) => found[index]?.found)
  return `onesoul trace ${agent ? shortName(agent.id) : 'dry-run'} "hi" --offline`
}
