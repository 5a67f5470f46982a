import { join } from 'node:path'
import type { ModelEndpoint } from '../port/inspection.ts'
import type { WireProtocol } from '../port/traits.ts'
import { type JsonObject, objectOf, textAt } from './json-object.ts'
import type { OpenCodePlaces } from './places.ts'
import { readText } from './read-text.ts'

export interface EndpointRequest {
  /** The settings of all layers. */
  readonly settings: JsonObject
  readonly places: OpenCodePlaces
  readonly env: Readonly<Record<string, string>>
  /** `provider/model` as OpenCode would choose it; `null`: it was never told. */
  readonly model: string | null
}

interface KnownProvider {
  readonly baseUrl: string
  readonly npm: string
  /** The variable that OpenCode's client of this provider honours. */
  readonly variable?: string
}

/** Providers that OpenCode knows without a base URL in its configuration. */
const KNOWN: Readonly<Record<string, KnownProvider>> = {
  anthropic: {
    baseUrl: 'https://api.anthropic.com/v1',
    npm: '@ai-sdk/anthropic',
    variable: 'ANTHROPIC_BASE_URL',
  },
  openai: {
    baseUrl: 'https://api.openai.com/v1',
    npm: '@ai-sdk/openai',
    variable: 'OPENAI_BASE_URL',
  },
  opencode: { baseUrl: 'https://opencode.ai/zen/v1', npm: '@ai-sdk/openai-compatible' },
  openrouter: { baseUrl: 'https://openrouter.ai/api/v1', npm: '@openrouter/ai-sdk-provider' },
}

const PROTOCOLS: Readonly<Record<string, WireProtocol>> = {
  '@ai-sdk/anthropic': 'anthropic-messages',
  '@ai-sdk/openai': 'openai-responses',
  '@ai-sdk/openai-compatible': 'openai-chat',
  '@openrouter/ai-sdk-provider': 'openai-chat',
}

/** Says where the requests of the chosen model go and whether a recorder can stand before it. */
export async function findEndpoint(request: EndpointRequest): Promise<ModelEndpoint> {
  if (request.model === null) {
    return refuse(
      'opencode has no model in its configuration; name one with --model provider/model',
    )
  }
  const provider = request.model.split('/')[0] ?? ''
  const known = KNOWN[provider]
  const own = objectOf(objectOf(request.settings['provider'])[provider])
  const catalogue = known ? {} : await readCatalogue(request.places, provider)
  const npm = textAt(own, 'npm') ?? known?.npm ?? textAt(catalogue, 'npm')
  const baseUrl =
    textAt(own, 'options', 'baseURL') ??
    (known?.variable && request.env[known.variable]) ??
    known?.baseUrl ??
    textAt(catalogue, 'api')
  const protocol = npm === null ? undefined : PROTOCOLS[npm]
  if (protocol === undefined) {
    return refuse(`requests to the provider ${provider} (${npm ?? 'unknown'}) cannot be read`)
  }
  if (!(baseUrl && URL.canParse(baseUrl))) {
    return refuse(`no base URL is known for the provider ${provider}; set options.baseURL for it`)
  }
  if (await signedIn(request.places, provider)) {
    return refuse(
      `opencode is signed in to ${provider} by browser; those requests go to an address of the sign-in's own`,
    )
  }
  return { recordable: true, provider, baseUrl, protocol }
}

function refuse(reason: string): ModelEndpoint {
  return { recordable: false, reason }
}

/** OpenCode's own copy of the list of providers; it is there once OpenCode ran online. */
async function readCatalogue(places: OpenCodePlaces, provider: string): Promise<JsonObject> {
  return objectOf((await readJson(join(places.cache, 'models.json')))[provider])
}

/** Looks at the kind of sign-in alone. */
async function signedIn(places: OpenCodePlaces, provider: string): Promise<boolean> {
  const accounts = await readJson(join(places.data, 'auth.json'))
  return textAt(accounts, provider, 'type') === 'oauth'
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
  try {
    return objectOf(JSON.parse((await readText(path)) ?? '{}'))
  } catch {
    // A half-written file says nothing.
    return {}
  }
}
