import type { ApiProvider, OpenedModel, OpenModelOptions } from '../api-agent/api-provider.ts'
import { createApiAgent } from '../api-agent/create-api-agent.ts'
import type { Agent } from '../port/agent.ts'
import { createAnthropicContext } from './anthropic-context.ts'
import { createAnthropicModel } from './anthropic-model.ts'

const ANTHROPIC: ApiProvider = {
  id: 'anthropic',
  name: 'Anthropic API',
  protocol: 'anthropic-messages',
  keys: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'],
  base: { variable: 'ANTHROPIC_BASE_URL', url: 'https://api.anthropic.com' },
  model: 'claude-opus-5',
  open,
}

/** The Anthropic Messages API as an agent, with `@anthropic-ai/sdk`. */
export function createAnthropicAgent(): Agent {
  return createApiAgent(ANTHROPIC)
}

async function open({
  credential,
  baseUrl,
  planned,
  asked,
}: OpenModelOptions): Promise<OpenedModel> {
  const { default: Anthropic } = await import('@anthropic-ai/sdk')
  // What is not said here the client would take from this process's environment.
  const isToken = credential.variable === 'ANTHROPIC_AUTH_TOKEN'
  const client = new Anthropic({
    apiKey: isToken ? null : credential.value,
    authToken: isToken ? credential.value : null,
    baseURL: baseUrl,
  })
  const context = createAnthropicContext(planned)
  return { model: createAnthropicModel({ client, context, ...asked }), state: context.state }
}
