import { fileURLToPath } from 'node:url'
import type { Agent } from '../port/agent.ts'
import type { Detection } from '../port/detection.ts'
import type { Inspection } from '../port/inspection.ts'
import type { ApiProvider } from './api-provider.ts'
import { API_VERSION, apiTraits } from './api-traits.ts'
import { classifyApi } from './classify-api.ts'
import { credentialOf } from './credential.ts'
import { launchApi } from './launch-api.ts'
import { planApi } from './plan-api.ts'

/**
 * A model API as an agent: the loop, the tools and the conversation are ours, the
 * model answers through the official client of its provider. It is found when a
 * credential is set.
 */
export function createApiAgent(provider: ApiProvider): Agent {
  return {
    id: provider.id,
    traits: apiTraits(provider),
    detect: async ({ env, offline = false }) => detectApi(provider, env, offline),
    inspect: async ({ env, args }) => inspectApi(provider, env, args),
    ownership: ({ files }) =>
      files.map(({ path }) => ({
        path,
        delivery: 'inject',
        hedged: false,
        reason: `${provider.id} reads no files by itself`,
      })),
    plan: (input) => planApi(provider, input),
    launch: (plan, options) => launchApi(provider, plan, options),
    classify: classifyApi,
  }
}

function detectApi(
  provider: ApiProvider,
  env: Readonly<Record<string, string>>,
  offline: boolean,
): Detection {
  const { id, keys } = provider
  if (!offline && credentialOf(provider, env) === null) {
    return {
      found: false,
      id,
      reason: `${keys.join(' or ')} is not set`,
      fix: `set ${keys[0]}, or try it without a model: onesoul trace ${id} "hi" --offline`,
    }
  }
  const path = fileURLToPath(import.meta.url)
  return {
    found: true,
    id,
    path,
    realPath: path,
    version: API_VERSION,
    proven: true,
    behaviours: {},
  }
}

function inspectApi(
  { id, base, protocol }: ApiProvider,
  env: Readonly<Record<string, string>>,
  args: readonly string[],
): Inspection {
  const baseUrl = env[base.variable] || base.url
  const endpoint = URL.canParse(baseUrl)
    ? ({ recordable: true, provider: id, baseUrl, protocol } as const)
    : ({ recordable: false, reason: `${base.variable} is no address` } as const)
  return { userSources: [], endpoint, args, details: {}, notes: [] }
}
