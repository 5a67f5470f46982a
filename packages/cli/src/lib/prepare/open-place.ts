import { type Home, openHome } from '@onesoul/sources'
import { AGENT_IDS } from '../agents/agent-ids.ts'
import type { Invocation } from '../terminal/global-flags.ts'

/** Opens the home that the global flags and the environment name. */
export function openPlace(invocation: Invocation): Promise<Home> {
  const { flags, env, cwd } = invocation
  return openHome({
    env,
    cwd,
    agents: AGENT_IDS,
    ...(flags.home === undefined ? {} : { dir: flags.home }),
    ...(flags.configs === undefined ? {} : { configs: flags.configs }),
  })
}
