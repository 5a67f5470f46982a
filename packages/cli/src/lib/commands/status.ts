import { SourcesError } from '@onesoul/sources'
import { createAgents } from '../agents/registry.ts'
import { detectAgent } from '../prepare/detect-agent.ts'
import { openPlace } from '../prepare/open-place.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'

/** Bare `onesoul`: agents found, home or none, the one next command. */
export async function statusCommand(invocation: Invocation): Promise<number> {
  const { terminal } = invocation
  try {
    const home = await openPlace(invocation)
    const agents = createAgents().filter((agent) => !agent.traits.simulated)
    const found = await Promise.all(agents.map((agent) => detectAgent(agent, home, invocation)))
    const names = found.flatMap((one) => (one.found ? [`${one.id} ${one.version}`] : []))
    terminal.out(`home    ${home.dir}\nagents  ${names.join(', ') || 'none found'}\n\n`)
    terminal.out(
      `next    onesoul trace ${found.find((one) => one.found)?.id ?? 'dry-run'} "hi" --offline\n`,
    )
  } catch (error) {
    if (!(error instanceof SourcesError) || error.code !== 'home-missing') throw error
    terminal.out(`home    none\n\nnext    onesoul init\n`)
  }
  return EXIT.done
}
