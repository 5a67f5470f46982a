import type { Agent } from '../port/agent.ts'
import type { FoundAgent } from '../port/detection.ts'
import type { Inspection } from '../port/inspection.ts'
import type { DeliveryPlan, PlanInput } from '../port/plan.ts'
import type { PermissionTier } from '../port/traits.ts'
import { CONTRACT_DIRECTIVES, CONTRACT_TEXT } from './contract-texts.ts'

/** Where a contract is checked: a real or fake program, a work tree, an environment. */
export interface ContractSetting {
  /** `agents.<id>.command`; default: found in the PATH of `env`. */
  readonly command?: string
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  /** Must not exist yet or be empty. */
  readonly deliverDir: string
  /** The person's own flags. Default: none. */
  readonly args?: readonly string[]
  /** Given: requests of a launch go there. */
  readonly recorderUrl?: string
}

export interface AgentContractOptions {
  readonly name: string
  readonly create: () => Agent
  readonly setUp: () => Promise<ContractSetting>
  readonly tearDown?: () => Promise<void>
  /** A value of the person's that `inspect` finds in the setting and `plan` puts before ours, in one value. */
  readonly userText?: string
  /** Runs the program once. Default: true. */
  readonly launches?: boolean
}

export const TIERS: readonly PermissionTier[] = ['read-only', 'workspace', 'auto-edit', 'full']

/** What every test of the contract looks at. */
export interface Checked {
  readonly agent: Agent
  readonly setting: ContractSetting
  readonly detection: FoundAgent
  readonly inspection: Inspection
  plan(change?: Partial<PlanInput>): DeliveryPlan
}

export async function prepareAgent(options: AgentContractOptions): Promise<Checked> {
  const agent = options.create()
  const setting = await options.setUp()
  const { env, cwd, deliverDir, command, args = [], recorderUrl } = setting
  const detection = await agent.detect({ env, ...(command === undefined ? {} : { command }) })
  if (!detection.found) throw new Error(`${options.name} was not found: ${detection.reason}`)
  const inspection = await agent.inspect({ detection, cwd, env, args })
  const input: PlanInput = {
    detection,
    inspection,
    text: CONTRACT_TEXT,
    directivesText: CONTRACT_DIRECTIVES,
    session: { mode: 'new' },
    freshSessionId: '2b1f6f0e-6f0a-4f5e-9a51-0c9d1c9d7d11',
    prompt: 'hi',
    cwd,
    env,
    deliverDir,
    trusted: true,
    ...(recorderUrl === undefined ? {} : { recorderUrl }),
  }
  const plan = (change: Partial<PlanInput> = {}): DeliveryPlan =>
    agent.plan(deepFreeze({ ...input, ...change }))
  return { agent, setting, detection, inspection, plan }
}

const SKILLS = { path: '/state/skills/bundles/0123', leaseDir: '/state/deliver/.leases', files: [] }

/** Every way to start that shared code may ask for. */
export function variations(agent: Agent): readonly Partial<PlanInput>[] {
  return [
    {},
    { prompt: null },
    { prompt: '--not-a-flag @file /command' },
    { session: { mode: 'resume', agentSessionId: '5d4c3b2a-0000-4000-8000-000000000001' } },
    { trusted: false },
    { trusted: false, prompt: null },
    { model: 'a-model' },
    { recorderUrl: 'http://127.0.0.1:9/token' },
    { skills: { bundle: SKILLS, call: null } },
    { skills: { bundle: SKILLS, call: { name: 'knit', args: 'a scarf' } } },
    ...TIERS.filter((tier) => agent.traits.permissionFlags[tier]).map((permission) => ({
      permission,
    })),
  ]
}

/** Freezes a value however deep, so that whoever changes it throws. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const inner of Object.values(value)) deepFreeze(inner)
  }
  return value
}
