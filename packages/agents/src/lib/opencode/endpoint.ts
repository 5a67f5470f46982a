import type { ModelEndpoint } from '../port/inspection.ts'
import type { WireProtocol } from '../port/traits.ts'
import type { Provider } from './provider.ts'

const PROTOCOLS: Readonly<Record<string, WireProtocol>> = {
  '@ai-sdk/anthropic': 'anthropic-messages',
  '@ai-sdk/openai': 'openai-responses',
  '@ai-sdk/openai-compatible': 'openai-chat',
  '@openrouter/ai-sdk-provider': 'openai-chat',
}

/**
 * Says where the requests to the provider of the chosen model go and whether a
 * recorder can stand before it. `null`: OpenCode was never told a model.
 */
export function findEndpoint(provider: Provider | null): ModelEndpoint {
  if (provider === null) {
    return refuse(
      'opencode has no model in its configuration; name one with --model provider/model',
    )
  }
  const { name, npm, baseUrl } = provider
  const protocol = npm === null ? undefined : PROTOCOLS[npm]
  if (protocol === undefined) {
    return refuse(`requests to the provider ${name} (${npm ?? 'unknown'}) cannot be read`)
  }
  if (!(baseUrl && URL.canParse(baseUrl))) {
    return refuse(`no base URL is known for the provider ${name}; set options.baseURL for it`)
  }
  if (provider.signedIn) {
    return refuse(
      `opencode is signed in to ${name} by browser; those requests go to an address of the sign-in's own`,
    )
  }
  return { recordable: true, provider: name, baseUrl, protocol }
}

function refuse(reason: string): ModelEndpoint {
  return { recordable: false, reason }
}
