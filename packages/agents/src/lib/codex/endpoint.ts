import type { ModelEndpoint } from '../port/inspection.ts'
import { textAt, valueAt } from './json-value.ts'
import { effectiveValue, type Settings } from './settings.ts'

const OPENAI = 'openai'
const OPENAI_URL = 'https://api.openai.com/v1'

/** The model provider that Codex would use, and how it is reached. */
export interface Provider {
  readonly id: string
  readonly baseUrl: string | null
  /** The configuration key that holds the base URL; `null` for a provider that has none. */
  readonly baseUrlKey: string | null
  readonly chatgpt: boolean
  readonly apiKey: boolean
}

/** Reads the provider from Codex's own account of its configuration and its login. */
export function readProvider(
  settings: Settings,
  account: unknown,
  env: Readonly<Record<string, string>>,
): Provider {
  const id = textOf(settings, 'model_provider') ?? OPENAI
  const table = `model_providers.${id}`
  const needsLogin =
    id === OPENAI || effectiveValue(settings, `${table}.requires_openai_auth`).value === true
  const { CODEX_API_KEY: key = '' } = env
  const apiKey = needsLogin && key !== ''
  const chatgpt = needsLogin && textAt(account, 'account', 'type') === 'chatgpt'
  if (id === OPENAI) {
    const baseUrl = textOf(settings, 'openai_base_url') ?? OPENAI_URL
    return { id, baseUrl, baseUrlKey: 'openai_base_url', chatgpt, apiKey }
  }
  const baseUrl = textOf(settings, `${table}.base_url`)
  const known = valueAt(settings.config, 'config', 'model_providers', id) !== undefined
  const baseUrlKey = baseUrl === null && !known ? null : `${table}.base_url`
  return { id, baseUrl, baseUrlKey, chatgpt, apiKey }
}

/** Says whether a recorder can stand before a provider. */
export function findEndpoint(provider: Provider): ModelEndpoint {
  const { id, baseUrl } = provider
  if (provider.chatgpt && !provider.apiKey) {
    return {
      recordable: false,
      reason: 'Codex is signed in with ChatGPT; those requests go only to the server of that login',
    }
  }
  if (baseUrl === null) {
    return { recordable: false, reason: `the provider ${id} has no base_url in config.toml` }
  }
  return { recordable: true, provider: id, baseUrl, protocol: 'openai-responses' }
}

function textOf(settings: Settings, key: string): string | null {
  const { value } = effectiveValue(settings, key)
  return typeof value === 'string' && value !== '' ? value : null
}
