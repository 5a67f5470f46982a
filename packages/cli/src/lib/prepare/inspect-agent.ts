import type { Agent, FoundAgent, InspectInput, Inspection } from '@onesoul/agents'
import { discoverProject, type Home, readTrust } from '@onesoul/sources'
import type { Invocation } from '../terminal/global-flags.ts'
import { childEnvironment } from './detect-agent.ts'

export interface InspectOptions {
  /** The person's own flags, after `--`. Default: none. */
  readonly args?: readonly string[]
  readonly model?: string
  /** Default: what the agent would get from `run`. */
  readonly env?: Readonly<Record<string, string>>
  /** Notes what is started to be asked. Default: nowhere. */
  readonly run?: InspectInput['run']
}

/** Reads what the person set for an agent in this working directory; starts nothing that asks a model. */
export async function inspectAgent(
  invocation: Invocation,
  found: { readonly home: Home; readonly agent: Agent; readonly detection: FoundAgent },
  options: InspectOptions = {},
): Promise<Inspection> {
  const { agent, detection, home } = found
  const env = options.env ?? childEnvironment(agent, home, invocation)
  return agent.inspect({
    detection,
    cwd: invocation.cwd,
    env,
    args: options.args ?? [],
    trusted: await isTrusted(invocation, home),
    ...(options.model === undefined ? {} : { model: options.model }),
    ...(options.run === undefined ? {} : { run: options.run }),
  })
}

async function isTrusted(invocation: Invocation, home: Home): Promise<boolean> {
  const worktree = await discoverProject({
    cwd: invocation.cwd,
    userHome: home.userHome,
    explicitCwd: invocation.flags.cwd !== undefined,
  })
  const report = await readTrust({ home: home.dir, worktree }, home.config.settings.project.trust)
  return report.trusted
}
