import { join } from 'node:path'
import { type JsonObject, objectOf, textAt } from './json-object.ts'
import type { OpenCodePlaces } from './places.ts'
import { readText } from './read-text.ts'

export interface ProviderRequest {
  /** The settings of all layers. */
  readonly settings: JsonObject
  readonly places: OpenCodePlaces
  readonly env: Readonly<Record<string, string>>
}

/** What is known of one provider before OpenCode starts. */
export interface Provider {
  readonly name: string
  /** The package of its client; `null`: unknown. */
  readonly npm: string | null
  readonly baseUrl: string | null
  /** The person signed in by browser. */
  readonly signedIn: boolean
  /** It wants a key, and none was found. */
  readonly keyless: boolean
}

interface KnownProvider {
  readonly baseUrl: string
  readonly npm: string
  /** The variable that OpenCode's client of this provider honours. */
  readonly variable?: string
  /** The variable of its key; without one it also answers without. */
  readonly key?: string
}

/** Providers that OpenCode knows without a base URL in its configuration. */
const KNOWN: Readonly<Record<string, KnownProvider>> = {
  anthropic: {
    baseUrl: 'https://api.anthropic.com/v1',
    npm: '@ai-sdk/anthropic',
    variable: 'ANTHROPIC_BASE_URL',
    key: 'ANTHROPIC_API_KEY',
  },
  openai: {
    baseUrl: 'https://api.openai.com/v1',
    npm: '@ai-sdk/openai',
    variable: 'OPENAI_BASE_URL',
    key: 'OPENAI_API_KEY',
  },
  opencode: { baseUrl: 'https://opencode.ai/zen/v1', npm: '@ai-sdk/openai-compatible' },
  openrouter: {
    baseUrl: 'https://openrouter.ai/api/v1',
    npm: '@openrouter/ai-sdk-provider',
    key: 'OPENROUTER_API_KEY',
  },
}

/** Reads what the configuration, the sign-ins and OpenCode's own list say of a provider. */
export async function readProvider(name: string, request: ProviderRequest): Promise<Provider> {
  const { settings, places, env } = request
  const known = KNOWN[name]
  const own = objectOf(objectOf(settings['provider'])[name])
  const listed = known ? {} : await readListed(places, name)
  const account = objectOf((await readAccounts(places, env))[name])
  const npm = textAt(own, 'npm') ?? known?.npm ?? textAt(listed, 'npm')
  const variables = [own['env'] ?? listed['env'] ?? known?.key ?? []].flat()
  const hasKey =
    textAt(own, 'options', 'apiKey') !== null ||
    Object.keys(account).length > 0 ||
    variables.some((variable) => typeof variable === 'string' && env[variable])
  // A provider of the person's own with this client may do without a key, as one on their machine does.
  const isOpen = npm === '@ai-sdk/openai-compatible' && Object.keys({ ...own, ...known }).length > 0
  return {
    name,
    npm,
    baseUrl:
      textAt(own, 'options', 'baseURL') ??
      ((known?.variable && env[known.variable]) || null) ??
      known?.baseUrl ??
      textAt(listed, 'api'),
    signedIn: account['type'] === 'oauth',
    keyless: !(hasKey || isOpen),
  }
}

/** OpenCode's own copy of the list of providers; it is there once OpenCode ran online. */
async function readListed(places: OpenCodePlaces, name: string): Promise<JsonObject> {
  return objectOf((await readJson(join(places.cache, 'models.json')))[name])
}

async function readAccounts(
  places: OpenCodePlaces,
  env: Readonly<Record<string, string>>,
): Promise<JsonObject> {
  const { OPENCODE_AUTH_CONTENT: inherited } = env
  return inherited ? parseJson(inherited) : readJson(join(places.data, 'auth.json'))
}

/** The model that OpenCode used last; it is the choice when none is configured. */
export async function readRecentModel(places: OpenCodePlaces): Promise<string | null> {
  const { recent } = await readJson(join(places.state, 'model.json'))
  const first: unknown = Array.isArray(recent) ? recent[0] : undefined
  const provider = textAt(first, 'providerID')
  const model = textAt(first, 'modelID')
  return provider && model ? `${provider}/${model}` : null
}

async function readJson(path: string): Promise<JsonObject> {
  return parseJson((await readText(path)) ?? '{}')
}

function parseJson(text: string): JsonObject {
  try {
    return objectOf(JSON.parse(text))
  } catch {
    // A half-written file says nothing.
    return {}
  }
}
