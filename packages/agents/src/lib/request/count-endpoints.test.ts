import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAnthropicContext } from '../anthropic/anthropic-context.ts'
import { createAnthropicModel } from '../anthropic/anthropic-model.ts'
import { createGeminiContext } from '../gemini/gemini-context.ts'
import { createGeminiModel } from '../gemini/gemini-model.ts'
import type { CountRequest } from '../loop/loop-model.ts'
import { createOpenAIContext } from '../openai/openai-context.ts'
import { createResponsesModel } from '../openai/responses-model.ts'
import { composed } from './fixtures/composed.ts'
import type { WireJson } from './fixtures/json-server.ts'

const asked: CountRequest = {
  messages: [{ role: 'user', content: 'How long is this?' }],
  tools: [{ name: 'look', description: 'Looks.', inputSchema: { type: 'object' } }],
  volatile: ['12:00'],
  kind: 'human',
  signal: new AbortController().signal,
}
const names = { bot: 'b', session: 's', channel: 'chat' }

/** What each endpoint takes; anything else it answers with 400, as the documented ones do. */
const TAKES: Readonly<Record<string, ReadonlySet<string>>> = {
  '/v1/messages/count_tokens': new Set([
    'model',
    'system',
    'messages',
    'tools',
    'thinking',
    'tool_choice',
  ]),
  '/responses/input_tokens': new Set(['model', 'input', 'tools', 'reasoning']),
  '/v1beta/models/gemini-3-pro:countTokens': new Set(['contents']),
}

const seen: { path: string; body: WireJson }[] = []
const server = createServer(async (request, response) => {
  const path = new URL(request.url ?? '', 'http://localhost').pathname
  const body = await bodyOf(request)
  seen.push({ path, body })
  const foreign = Object.keys(body).filter((key) => !TAKES[path]?.has(key))
  const answer = { input_tokens: 1_234, object: 'response.input_tokens', totalTokens: 1_000 }
  response.writeHead(foreign.length > 0 ? 400 : 200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(foreign.length > 0 ? { error: { message: foreign.join() } } : answer))
})
let url = ''

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

async function bodyOf(request: IncomingMessage): Promise<WireJson> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as WireJson
}

describe('the counting endpoints, through the official clients', () => {
  it('count the request of Anthropic with its head, and none of the fields of an answer', async () => {
    const context = createAnthropicContext({
      composition: composed('anthropic'),
      model: 'claude-opus-5',
      names,
    })
    const client = new Anthropic({ apiKey: 'k', baseURL: url })
    const params = { thinking: { type: 'adaptive' }, temperature: 1 }
    const model = createAnthropicModel({ client, context, model: 'claude-opus-5', params })
    expect(await model.count?.(asked)).toBe(1_234)
    const { path, body } = seen.at(-1) ?? {}
    expect(path).toBe('/v1/messages/count_tokens')
    expect(body).toMatchObject({ model: 'claude-opus-5', tools: [{ name: 'look' }] })
    expect(JSON.stringify(body?.['system'])).toContain('<persona>')
    expect(JSON.stringify(body?.['messages'])).toContain('How long is this?')
  })

  it('count the request of OpenAI', async () => {
    const context = createOpenAIContext({
      composition: composed('openai'),
      model: 'gpt-5.6',
      names,
    })
    const client = new OpenAI({ apiKey: 'k', baseURL: url })
    const params = { reasoning: { effort: 'low' }, service_tier: 'flex' }
    const model = createResponsesModel({ client, context, model: 'gpt-5.6', params })
    expect(await model.count?.(asked)).toBe(1_234)
    const { path, body } = seen.at(-1) ?? {}
    expect(path).toBe('/responses/input_tokens')
    expect(JSON.stringify(body?.['input'])).toContain('How long is this?')
    expect(body).toMatchObject({ tools: [{ name: 'look' }], reasoning: { effort: 'low' } })
  })

  it('count the conversation of Gemini, whose head is estimated', async () => {
    const composition = composed('gemini')
    const context = createGeminiContext({ composition, model: 'gemini-3-pro', names })
    const client = new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: url } })
    const model = createGeminiModel({ client, context, model: 'gemini-3-pro' })
    const counted = (await model.count?.(asked)) ?? 0
    expect(counted - 1_000).toBeGreaterThan(composition.manifest.totals.tokens * 0.8)
    expect(counted - 1_000).toBeLessThan(composition.manifest.totals.tokens * 1.5 + 100)
    const { path, body } = seen.at(-1) ?? {}
    expect(path).toBe('/v1beta/models/gemini-3-pro:countTokens')
    expect(JSON.stringify(body?.['contents'])).toContain('How long is this?')
  })

  it('are not asked of a client that has none', () => {
    const context = createAnthropicContext({
      composition: composed('anthropic'),
      model: 'claude-opus-5',
      names,
    })
    const { stream } = new Anthropic({ apiKey: 'k', baseURL: url }).messages
    const model = createAnthropicModel({
      client: { messages: { stream: stream as never } },
      context,
      model: 'claude-opus-5',
    })
    expect(model.count).toBe(undefined)
  })
})
