import type { Agent, Detection } from '@onesoul/agents'
import type { Home } from '@onesoul/sources'
import { findAgent } from '../agents/registry.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { detectAgent } from './detect-agent.ts'

export interface TargetAgent {
  readonly agent: Agent
  readonly detection: Detection
}

/** Finds the agent that a person named, and its program; a mistyped name is a usage error. */
export async function findTargetAgent(
  name: string,
  home: Home,
  invocation: Invocation,
): Promise<TargetAgent> {
  const agent = await findAgent(name)
  return { agent, detection: await detectAgent(agent, home, invocation) }
}
