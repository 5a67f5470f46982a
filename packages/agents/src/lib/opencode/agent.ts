import type { Agent } from '../port/agent.ts'
import { readOpenCodeCatalogue } from './catalogue.ts'
import { classifyOpenCodeRequest } from './classify.ts'
import { detectOpenCode } from './detect.ts'
import { inspectOpenCode } from './inspect.ts'
import { launchOpenCode } from './launch.ts'
import { judgeOwnership } from './ownership.ts'
import { planOpenCode } from './plan.ts'
import { OPENCODE_ID, OPENCODE_TRAITS } from './traits.ts'

export interface OpenCodeAgentOptions {
  /** Folder of the administrator's configuration. Default: the place of this operating system. */
  readonly managedConfigDir?: string
}

/** OpenCode, with our text as the last of its `instructions` files. */
export function createOpenCodeAgent(options: OpenCodeAgentOptions = {}): Agent {
  return {
    id: OPENCODE_ID,
    traits: OPENCODE_TRAITS,
    detect: detectOpenCode,
    inspect: (input) => inspectOpenCode(input, options.managedConfigDir),
    ownership: judgeOwnership,
    plan: planOpenCode,
    catalogue: readOpenCodeCatalogue,
    launch: launchOpenCode,
    classify: classifyOpenCodeRequest,
  }
}
