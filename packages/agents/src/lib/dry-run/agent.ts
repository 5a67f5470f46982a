import { fileURLToPath } from 'node:url'
import type { Agent } from '../port/agent.ts'
import type { FoundAgent } from '../port/detection.ts'
import { OFFLINE } from '../recorder/recorder.ts'
import { launchDryRun } from './launch.ts'
import { planDryRun } from './plan.ts'
import { DRY_RUN_ID, DRY_RUN_TRAITS, DRY_RUN_VERSION } from './traits.ts'

/**
 * An agent that is always there and does nothing: it sends one request per
 * prompt, in the shape of the Anthropic Messages API, to a recorder or to a
 * scripted model in this process, and prints what a model would have received.
 */
export function createDryRunAgent(): Agent {
  return {
    id: DRY_RUN_ID,
    traits: DRY_RUN_TRAITS,
    detect: async () => FOUND,
    inspect: async ({ args }) => ({
      userSources: [],
      endpoint: {
        recordable: true,
        provider: DRY_RUN_ID,
        baseUrl: OFFLINE,
        protocol: 'anthropic-messages',
      },
      args,
      details: {},
      notes: [],
    }),
    ownership: ({ files }) =>
      files.map(({ path }) => ({
        path,
        delivery: 'inject',
        hedged: false,
        reason: 'dry-run reads no files',
      })),
    plan: planDryRun,
    launch: launchDryRun,
    classify: ({ protocol }) => ({ kind: protocol === null ? 'other' : 'turn' }),
  }
}

const FOUND: FoundAgent = {
  found: true,
  id: DRY_RUN_ID,
  path: fileURLToPath(import.meta.url),
  realPath: fileURLToPath(import.meta.url),
  version: DRY_RUN_VERSION,
  proven: true,
  behaviours: {},
}
