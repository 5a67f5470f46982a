import OpenAI from 'openai'
import { afterEach, describe, expect, it } from 'vitest'
import type { LoopTool } from '../loop/loop-tool.ts'
import { createToolLoop } from '../loop/tool-loop.ts'
import { composed } from '../request/fixtures/composed.ts'
import { type JsonServer, startJsonServer, type WireJson } from '../request/fixtures/json-server.ts'
import { createOpenAIContext } from './openai-context.ts'
import { createResponsesModel } from './responses-model.ts'

const names = { bot: 'dev', user: 'ada', session: 's', channel: 'chat' }

const open: JsonServer[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

/** The events of an answer with these items. */
function events(output: readonly WireJson[]): readonly WireJson[] {
  const usage = {
    input_tokens: 2_000,
    input_tokens_details: { cached_tokens: 1_500, cache_write_tokens: 400 },
    output_tokens: 5,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 2_005,
  }
  const response = { id: 'r', object: 'response', status: 'completed', output, usage }
  const texts = output.flatMap((item, index) => {
    const said = (item['content'] as readonly WireJson[] | undefined)?.[0]?.['text']
    const place = { output_index: index, content_index: 0, item_id: item['id'] }
    return [
      { type: 'response.output_item.added', output_index: index, item: { ...item, content: [] } },
      ...(said
        ? [
            {
              type: 'response.content_part.added',
              ...place,
              part: { type: 'output_text', text: '' },
            },
            { type: 'response.output_text.delta', ...place, delta: said },
          ]
        : []),
      { type: 'response.output_item.done', output_index: index, item },
    ]
  })
  return [
    { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
    ...texts,
    { type: 'response.completed', response },
  ]
}

const message = (text: string): WireJson => ({
  id: 'm',
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: [] }],
})

const look: LoopTool = {
  name: 'look',
  description: 'Looks.',
  inputSchema: { type: 'object', properties: { at: { type: 'string' } } },
  run: async ({ at }) => ({ text: `seen ${at}` }),
}

async function setUp(model: string, outputs: readonly (readonly WireJson[])[]) {
  const server = await startJsonServer((_, index) => events(outputs[index] ?? []))
  open.push(server)
  const clock = { now: 1_000 }
  const context = createOpenAIContext({
    composition: composed('openai'),
    model,
    names,
    now: () => clock.now,
  })
  const client = new OpenAI({ baseURL: server.url, apiKey: 'k', maxRetries: 0 })
  const said: string[] = []
  const loop = createToolLoop({
    model: createResponsesModel({ client, context, model }),
    tools: [look],
    onEvent: (event) => event.type === 'text' && said.push(event.text),
  })
  return { server, loop, said, clock }
}

describe('createResponsesModel', () => {
  it('runs tools through the official client, marks on parts and the key of the cache beside them', async () => {
    const call = {
      id: 'f',
      type: 'function_call',
      call_id: 'c1',
      name: 'look',
      status: 'completed',
    }
    const reasoning = { id: 'rs', type: 'reasoning', summary: [], encrypted_content: 'e' }
    const { server, loop, said } = await setUp('gpt-5.6', [
      [reasoning, { ...call, arguments: '{"at":"a"}' }],
      [message('Done.')],
    ])
    expect(await loop.turn({ text: 'go' })).toMatchObject({ end: 'done', text: 'Done.' })
    expect(said).toEqual(['Done.'])
    const [first, second] = server.bodies
    const input = second?.['input'] as readonly WireJson[]
    expect(input.slice(2)).toEqual([
      reasoning,
      { type: 'function_call', call_id: 'c1', name: 'look', arguments: '{"at":"a"}' },
      { type: 'function_call_output', call_id: 'c1', output: 'seen a' },
    ])
    expect(input[0]).toMatchObject({ role: 'developer' })
    expect(JSON.stringify(first?.['input'])).toContain(
      '"prompt_cache_breakpoint":{"mode":"explicit"}',
    )
    expect(first?.['prompt_cache_key']).toBe(second?.['prompt_cache_key'])
    expect(String(first?.['prompt_cache_key']).length).toBeLessThanOrEqual(64)
    expect(first?.['prompt_cache_options']).toMatchObject({ mode: expect.any(String) })
    expect(first).toMatchObject({ store: false, stream: true, tools: [{ name: 'look' }] })
    // What stays stays byte for byte: only marks differ.
    const bare = (items: unknown) =>
      JSON.stringify(items).replaceAll(',"prompt_cache_breakpoint":{"mode":"explicit"}', '')
    expect(bare(input.slice(0, 2))).toBe(bare(first?.['input']))
  })

  it('marks nothing for a model that takes no marks', async () => {
    const { server, loop } = await setUp('gpt-5.1', [[message('Done.')]])
    await loop.turn({ text: 'go' })
    const sent = JSON.stringify(server.bodies[0])
    expect(sent).not.toContain('prompt_cache_breakpoint')
    expect(sent).not.toContain('prompt_cache_options')
    expect(sent).toContain('prompt_cache_key')
  })

  it('tells the model of arguments that are no JSON, in its own words', async () => {
    const call = {
      id: 'f',
      type: 'function_call',
      call_id: 'c1',
      name: 'look',
      arguments: '{"at":',
    }
    const { server, loop } = await setUp('gpt-5.6', [[call], [message('Done.')]])
    expect((await loop.turn({ text: 'go' })).end).toBe('done')
    const input = (server.bodies[1]?.['input'] ?? []) as readonly WireJson[]
    expect(input.slice(-2)).toMatchObject([
      { arguments: '{"at":' },
      { output: 'the input of look must be an object' },
    ])
  })
})

describe('createOpenAIContext', () => {
  it('lays out a request of the Chat Completions API, calls and results as they are', () => {
    const context = createOpenAIContext({
      composition: composed('openai'),
      model: 'gpt-5.6',
      names,
    })
    const call = { id: 'c', type: 'function', function: { name: 'look', arguments: '{}' } } as const
    const messages = [
      { role: 'user', content: 'Hello. '.repeat(900) },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c', content: 'seen' },
    ] as const satisfies OpenAI.Chat.ChatCompletionMessageParam[]
    const { request, plan } = context.prepareChat({ messages, volatile: ['It is noon.'] })
    expect(request.messages).toHaveLength(5)
    expect(request.messages[2]).toBe(messages[1])
    expect(request.messages.at(-1)).toEqual({
      role: 'user',
      content: [{ type: 'text', text: 'It is noon.' }],
    })
    expect(plan.marks.length).toBeGreaterThan(0)
    expect('tools' in request).toBe(false)
    expect(context.answered({ prompt_tokens: plan.predicted.total })).not.toBeUndefined()
  })
})
