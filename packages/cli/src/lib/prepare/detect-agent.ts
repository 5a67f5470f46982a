import type { Agent, DetectInput, Detection } from '@onesoul/agents'
import { agentEnvironment } from '@onesoul/agents'
import { stateLayout } from '@onesoul/disk'
import type { Home } from '@onesoul/sources'
import type { Invocation } from '../terminal/global-flags.ts'

/** Finds an agent where the configuration says, with the environment that it would get; without a home nothing is remembered. */
export function detectAgent(
  agent: Agent,
  home: Home | null,
  invocation: Invocation,
): Promise<Detection> {
  return agent.detect(detectInput(agent, home, invocation))
}

/** The same when a scripted model will answer, which asks for no credential. */
export function detectOffline(
  agent: Agent,
  home: Home | null,
  invocation: Invocation,
): Promise<Detection> {
  return agent.detect({ ...detectInput(agent, home, invocation), offline: true })
}

function detectInput(agent: Agent, home: Home | null, invocation: Invocation): DetectInput {
  const own = home?.config.settings.agents[agent.id]
  return {
    env: childEnvironment(agent, home, invocation),
    ...(own?.command === undefined ? {} : { command: own.command }),
    ...(home?.exists ? { cacheDir: stateLayout(home.dir).cache } : {}),
  }
}

/** The person's environment less nested-run markers and our secrets, plus `agents.<id>.env`. */
export function childEnvironment(
  agent: Agent,
  home: Home | null,
  invocation: Invocation,
): Readonly<Record<string, string>> {
  const own = home?.config.settings.agents[agent.id]?.env ?? {}
  return { ...agentEnvironment(invocation.env, agent.traits.nestedMarkers), ...own }
}
