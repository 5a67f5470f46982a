import type { ApiProvider, OpenedModel, OpenModelOptions } from '../api-agent/api-provider.ts'
import { createApiAgent } from '../api-agent/create-api-agent.ts'
import type { Agent } from '../port/agent.ts'
import { createGeminiContext } from './gemini-context.ts'
import { createGeminiModel } from './gemini-model.ts'

const GEMINI: ApiProvider = {
  id: 'gemini',
  name: 'Gemini API',
  protocol: 'gemini-generate',
  keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  base: { variable: 'GOOGLE_GEMINI_BASE_URL', url: 'https://generativelanguage.googleapis.com' },
  model: 'gemini-2.5-pro',
  open,
}

/** The Gemini API as an agent, with `@google/genai`. */
export function createGeminiAgent(): Agent {
  return createApiAgent(GEMINI)
}

async function open({
  credential,
  baseUrl,
  planned,
  asked,
}: OpenModelOptions): Promise<OpenedModel> {
  const { GoogleGenAI } = await import('@google/genai')
  const client = new GoogleGenAI({
    apiKey: credential.value,
    vertexai: false,
    httpOptions: { baseUrl },
  })
  const context = createGeminiContext(planned)
  return { model: createGeminiModel({ client, context, ...asked }), state: context.state }
}
