import { createAgents } from '../agents/registry.ts'
import { formatManifest } from '../format/format-manifest.ts'
import { composeFor } from '../prepare/compose-for.ts'
import { detectAgent } from '../prepare/detect-agent.ts'
import { openPlace } from '../prepare/open-place.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { targetName } from './compose.ts'

/** What `npm start` shows: every configured bot of a home, composed for each agent that is installed. */
export async function showcaseCommand(invocation: Invocation, homeDir: string): Promise<number> {
  const here: Invocation = { ...invocation, flags: { ...invocation.flags, home: homeDir } }
  const home = await openPlace(here)
  const { terminal } = here
  const agents = await createAgents()
  const found = await Promise.all(
    agents.map(async (agent) => ({ agent, detection: await detectAgent(agent, home, here) })),
  )
  const installed = found.filter(
    ({ agent, detection }) => detection.found && !agent.traits.simulated,
  )
  const shown =
    installed.length > 0 ? installed : found.filter(({ agent }) => agent.traits.simulated)
  for (const bot of home.config.settings.bots) {
    const own = shown.find(({ agent }) => agent.id === bot.agent) ?? shown[0]
    if (!own?.detection.found) continue
    const { composition } = await composeFor(here, {
      home,
      target: { platform: bot.platform, bot: bot.name },
      agent: own.agent,
      detection: own.detection,
    })
    const target = targetName(own.agent, own.detection)
    terminal.out(`${formatManifest(composition.manifest, { target, style: terminal.style })}\n`)
  }
  terminal.out(
    nextSteps(
      home.dir,
      shown.map(({ agent }) => agent.id),
      installed.length > 0,
    ),
  )
  return EXIT.done
}

function nextSteps(home: string, ids: readonly string[], real: boolean): string {
  const agent = ids[0] ?? 'dry-run'
  const who = real
    ? `Agents found: ${ids.join(', ')}.`
    : 'No agent was found on this machine; the dry-run stands in for one.'
  const options = `--home ${home} --platform slack --bot dev-bot`
  return `${who} Run one with this home, or look at what would reach its model:

  npm start --silent -- run ${agent} "hello" ${options}
  npm start --silent -- trace ${agent} "hello" --offline ${options}
  npm start --silent -- explain "always use pnpm" ${options}
`
}
