import type { ApiProvider, OpenedModel, OpenModelOptions } from '../api-agent/api-provider.ts'
import { createApiAgent } from '../api-agent/create-api-agent.ts'
import type { Agent } from '../port/agent.ts'
import { createOpenAIContext } from './openai-context.ts'
import { createResponsesModel } from './responses-model.ts'

const OPENAI: ApiProvider = {
  id: 'openai',
  name: 'OpenAI API',
  protocol: 'openai-responses',
  keys: ['OPENAI_API_KEY'],
  base: { variable: 'OPENAI_BASE_URL', url: 'https://api.openai.com/v1' },
  model: 'gpt-5.6',
  open,
}

/** The OpenAI Responses API as an agent, with `openai`. Nothing is stored at the provider. */
export function createOpenAIAgent(): Agent {
  return createApiAgent(OPENAI)
}

async function open({
  credential,
  baseUrl,
  env,
  planned,
  asked,
}: OpenModelOptions): Promise<OpenedModel> {
  const { default: OpenAI } = await import('openai')
  // What is not said here the client would take from this process's environment.
  const client = new OpenAI({
    apiKey: credential.value,
    baseURL: baseUrl,
    organization: env['OPENAI_ORG_ID'] ?? null,
    project: env['OPENAI_PROJECT_ID'] ?? null,
  })
  const context = createOpenAIContext(planned)
  return { model: createResponsesModel({ client, context, ...asked }), state: context.state }
}
