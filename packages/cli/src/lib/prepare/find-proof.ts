import type { Home } from '@onesoul/sources'
import { createAgents, shortName } from '../agents/registry.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { detectAgent } from './detect-agent.ts'

export interface ProofOptions {
  /** The home has to be named in the command: it is not the usual one. */
  readonly named: boolean
  /** Default: none. */
  readonly target?: { readonly platform: string; readonly bot: string }
}

/** The command that shows what an agent receives from a home, for an agent that is really installed. */
export async function findProof(
  invocation: Invocation,
  home: Home,
  { named, target }: ProofOptions,
): Promise<string> {
  const agents = (await createAgents()).filter((agent) => !agent.traits.simulated)
  const found = await Promise.all(agents.map((agent) => detectAgent(agent, home, invocation)))
  const agent = agents.find((_, index) => found[index]?.found)
  const where = named ? ` --home ${home.dir}` : ''
  const whom = target ? ` --platform ${target.platform} --bot ${target.bot}` : ''
  return `onesoul${where} trace ${agent ? shortName(agent.id) : 'dry-run'} "hi" --offline${whom}`
}
