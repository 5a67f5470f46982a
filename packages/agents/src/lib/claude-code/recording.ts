import type { PlanInput } from '../port/plan.ts'
import { unpackDetails } from './details.ts'
import { isAnthropicUrl, OTHER_SERVICES } from './endpoint.ts'

const LOOPBACK = ['127.0.0.1', 'localhost']

/** What the agent's environment gets so that its requests go through the recorder; empty without one. */
export function recordingEnvironment(input: PlanInput): Readonly<Record<string, string>> {
  const { recorderUrl, inspection, env } = input
  const { endpoint } = inspection
  if (recorderUrl === undefined) return {}
  return {
    ANTHROPIC_BASE_URL: recorderUrl,
    // Keeps the block layout and the tools that a direct connection has.
    ...(endpoint.recordable &&
      isAnthropicUrl(endpoint.baseUrl) && { _CLAUDE_CODE_ASSUME_FIRST_PARTY_BASE_URL: '1' }),
    ...(input.offline && offlineEnvironment(input)),
    ...loopbackPastProxy(env),
  }
}

/**
 * Settings for `--settings` that lead to the recorder, with the person's own
 * in them; `null` when the environment is enough. What settings say replaces
 * the environment, and only the flag is stronger than every file.
 */
export function recordingSettings(input: PlanInput): string | null {
  const { settingsVariables, flagSettings } = unpackDetails(input.inspection)
  const added = recordingEnvironment(input)
  if (!Object.keys(added).some((name) => settingsVariables.includes(name))) return null
  const env = { ...(flagSettings?.['env'] as object | undefined), ...added }
  return JSON.stringify({ ...flagSettings, env })
}

/** A token that no server knows stands in for every login, and nothing but the conversation is sent. */
function offlineEnvironment({ env, inspection }: PlanInput): Readonly<Record<string, string>> {
  const { settingsVariables } = unpackDetails(inspection)
  const services = Object.keys(OTHER_SERVICES).filter(
    (name) => name in env || settingsVariables.includes(name),
  )
  return {
    ANTHROPIC_AUTH_TOKEN: 'offline',
    ANTHROPIC_API_KEY: '',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    ...Object.fromEntries(services.map((name) => [name, '0'])),
  }
}

function loopbackPastProxy(
  env: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const hasProxy = Object.keys(env).some((name) => /^(?:https?|all)_proxy$/i.test(name))
  if (!hasProxy) return {}
  const present = env['NO_PROXY'] || env['no_proxy'] || ''
  const list = [...new Set([...present.split(','), ...LOOPBACK])].filter((host) => host !== '')
  return { NO_PROXY: list.join(','), no_proxy: list.join(',') }
}
