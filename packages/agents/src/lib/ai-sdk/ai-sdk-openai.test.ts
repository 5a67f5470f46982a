import { createOpenAI } from '@ai-sdk/openai'
import { generateText, type ModelMessage, streamText, wrapLanguageModel } from 'ai'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { composed } from '../request/fixtures/composed.ts'
import { type JsonServer, startJsonServer, type WireJson } from '../request/fixtures/json-server.ts'
import { type AiSdkAnswer, createAiSdkContext } from './ai-sdk-context.ts'

const MODEL = 'gpt-5.6'

const item = {
  id: 'm',
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'Hello.', annotations: [] }],
}
const usage = {
  input_tokens: 3_500,
  input_tokens_details: { cached_tokens: 3_000, cache_write_tokens: 400 },
  output_tokens: 5,
}
const response = {
  id: 'r',
  created_at: 1,
  model: MODEL,
  status: 'completed',
  output: [item],
  usage,
}

let server: JsonServer
let answers: AiSdkAnswer[] = []

beforeEach(async () => {
  answers = []
  server = await startJsonServer(() => [
    { type: 'response.created', response: { ...response, output: [] } },
    { type: 'response.output_item.added', output_index: 0, item: { ...item, content: [] } },
    { type: 'response.output_text.delta', item_id: 'm', delta: 'Hello.' },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response },
  ])
})
afterEach(() => server.close())

function begin() {
  const model = createOpenAI({ baseURL: server.url, apiKey: 'k' })(MODEL)
  const { middleware } = createAiSdkContext({
    composition: composed('openai'),
    model,
    names: { bot: 'dev', user: 'ada', session: 's', channel: 'chat' },
    now: () => 1_000,
    onAnswer: (answer) => answers.push(answer),
  })
  return wrapLanguageModel({ model, middleware })
}

const inputOf = (body: WireJson | undefined) =>
  body?.['input'] as { readonly role: string; readonly content: unknown }[]

describe('createAiSdkContext on OpenAI', () => {
  it('sends one key, the composition first and marks of the plan', async () => {
    const model = begin()
    const messages: ModelMessage[] = [
      {
        role: 'user',
        content: [{ type: 'text', text: 'Hi.' }],
      },
    ]
    const providerOptions = { openai: { promptCacheKey: 'mine', store: false } }
    expect(await streamText({ model, messages, providerOptions }).text).toBe('Hello.')
    const [body] = server.bodies
    expect(body?.['prompt_cache_key']).toBe(answers[0]?.plan.cacheKey)
    expect(body?.['store']).toBe(false)
    expect(body).toHaveProperty('prompt_cache_options')
    expect(JSON.stringify(inputOf(body)[0])).toContain('You are careful.')
    const marks = JSON.stringify(body).split('"prompt_cache_breakpoint"').length - 1
    expect(marks).toBe(answers[0]?.plan.marks.length)
    expect(marks).toBeGreaterThan(0)
  })

  it('learns what an answer was charged for', async () => {
    await streamText({ model: begin(), prompt: 'Hi.' }).text
    expect(answers[0]?.usage).toMatchObject({
      read: 3_000,
      written: { '30m': 400 },
      plain: 100,
      total: 3_500,
    })
  })

  it('counts an answer that cannot be read for nothing', async () => {
    await expect(generateText({ model: begin(), prompt: 'Hi.', maxRetries: 0 })).rejects.toThrow()
    expect(answers).toEqual([])
  })
})
