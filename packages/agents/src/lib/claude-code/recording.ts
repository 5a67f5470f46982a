import type { PlanInput } from '../port/plan.ts'
import { unpackDetails } from './details.ts'
import { isAnthropicUrl } from './endpoint.ts'

const LOOPBACK = ['127.0.0.1', 'localhost']

/** What the agent's environment gets so that its requests go through the recorder; empty without one. */
export function recordingEnvironment(input: PlanInput): Readonly<Record<string, string>> {
  const { recorderUrl, inspection, env } = input
  const { endpoint } = inspection
  if (recorderUrl === undefined || !endpoint.recordable) return {}
  return {
    ANTHROPIC_BASE_URL: recorderUrl,
    // Keeps the block layout and the tools that a direct connection has.
    ...(isAnthropicUrl(endpoint.baseUrl) && { _CLAUDE_CODE_ASSUME_FIRST_PARTY_BASE_URL: '1' }),
    ...loopbackPastProxy(env),
  }
}

/**
 * Settings for `--settings` that lead to the recorder, with the person's own
 * in them; `null` when the environment is enough. The base URL of a settings
 * file replaces that of the environment, and only the flag is stronger.
 */
export function recordingSettings(input: PlanInput): string | null {
  const { recorderUrl, inspection } = input
  const details = unpackDetails(inspection)
  if (recorderUrl === undefined || !details.settingsSetBaseUrl) return null
  const own = details.flagSettings ?? {}
  const env = { ...(own['env'] as object | undefined), ...recordingEnvironment(input) }
  return JSON.stringify({ ...own, env })
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
