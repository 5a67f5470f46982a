import { describe, expect, it } from 'vitest'
import { protocolOf } from '../wire/protocol-of.ts'
import { DEFAULT_ANSWER } from './model-script.ts'
import { createScriptedModel, type ScriptedModel } from './scripted-model.ts'

function ask(model: ScriptedModel, path: string, body: unknown, method = 'POST') {
  return model.reply({ method, path, protocol: protocolOf(method, path), body, bytes: 400 })
}

const claude = (text: string, rest: object = {}) => ({
  model: 'claude',
  stream: true,
  messages: [{ role: 'user', content: text }],
  ...rest,
})

interface WireEvent {
  readonly type: string
  readonly delta?: { readonly text?: string }
  readonly choices: readonly {
    readonly delta: { readonly content?: string }
    readonly finish_reason: string | null
  }[]
}

/** The data of the server-sent events of a reply. */
function eventsOf(frames: readonly string[]): WireEvent[] {
  return frames
    .flatMap((frame) => frame.split('\n'))
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice('data: '.length)))
}

describe('createScriptedModel', () => {
  it('streams the default answer as Anthropic Messages', () => {
    const reply = ask(createScriptedModel(), '/v1/messages?beta=true', claude('hi'))
    expect(reply).toMatchObject({ status: 200, contentType: 'text/event-stream', delayMs: 0 })
    const events = eventsOf(reply.frames)
    const text = events.map((event) => event.delta?.text ?? '').join('')
    expect(text).toBe(DEFAULT_ANSWER)
    expect(events.map((event) => event.type)).toEqual([
      'message_start',
      'content_block_start',
      ...Array.from(DEFAULT_ANSWER.split(' '), () => 'content_block_delta'),
      'content_block_stop',
      'message_delta',
      'message_stop',
    ])
  })

  it('calls tools and answers after them', () => {
    const model = createScriptedModel([
      { when: { lastUserText: 'look' }, times: 1, toolCalls: [{ name: 'Read', input: { p: 1 } }] },
      { when: { lastUserText: 'look' }, text: 'seen' },
    ])
    const first = ask(model, '/v1/messages', claude('look', { stream: false }))
    expect(JSON.parse(first.frames.join(''))).toMatchObject({
      stop_reason: 'tool_use',
      content: [{ type: 'tool_use', name: 'Read', input: { p: 1 } }],
    })
    const streamed = ask(
      createScriptedModel([{ toolCalls: [{ name: 'Read' }] }]),
      '/v1/messages',
      claude(''),
    )
    expect(eventsOf(streamed.frames).map((event) => event.type)).toEqual([
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ])
    const messages = [
      { role: 'user', content: 'look' },
      { role: 'user', content: [{ type: 'tool_result', content: 'file' }] },
    ]
    const second = ask(model, '/v1/messages', { messages })
    expect(JSON.parse(second.frames.join(''))).toMatchObject({
      stop_reason: 'end_turn',
      content: [{ type: 'text', text: 'seen' }],
    })
  })

  it('answers as OpenAI Responses', () => {
    const model = createScriptedModel([
      { times: 1, text: 'two words' },
      { toolCalls: [{ name: 'spawn', namespace: 'agents', input: { a: 1 } }] },
    ])
    const streamed = eventsOf(ask(model, '/v1/responses', { input: 'hi', stream: true }).frames)
    expect(streamed.map((event) => event.type)).toEqual([
      'response.created',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ])
    const whole = JSON.parse(ask(model, '/v1/responses', { input: 'hi' }).frames.join(''))
    expect(whole).toMatchObject({
      status: 'completed',
      output: [{ type: 'function_call', name: 'spawn', namespace: 'agents', arguments: '{"a":1}' }],
    })
  })

  it('gives the compaction endpoint of OpenAI Responses a summary', () => {
    const reply = ask(createScriptedModel([{ text: 'short' }]), '/v1/responses/compact', {
      input: [],
    })
    expect(JSON.parse(reply.frames.join(''))).toEqual({
      output: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'short' }] }],
    })
  })

  it('answers as OpenAI Chat Completions', () => {
    const model = createScriptedModel([
      { times: 1, text: 'two words' },
      { times: 1, toolCalls: [{ name: 'bash', input: { a: 1 } }] },
    ])
    const body = { model: 'm', messages: [], stream: true }
    const streamed = ask(model, '/v1/chat/completions', body)
    expect(streamed.frames.at(-1)).toBe('data: [DONE]\n\n')
    const deltas = eventsOf(streamed.frames).flatMap((event) => event.choices)
    expect(deltas.map((choice) => choice.delta.content ?? '').join('')).toBe('two words')
    expect(deltas.at(-1)?.finish_reason).toBe('stop')
    const calls = eventsOf(ask(model, '/v1/chat/completions', body).frames)
    expect(JSON.stringify(calls)).toContain('"arguments":"{\\"a\\":1}"')
    const whole = ask(model, '/v1/chat/completions', { messages: [] })
    expect(JSON.parse(whole.frames.join(''))).toMatchObject({
      choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: DEFAULT_ANSWER } }],
    })
  })

  it.each([
    [{ lastUserText: 'hello' }, true],
    [{ lastUserText: /^hello$/ }, true],
    [{ lastUserText: 'earlier' }, false],
    [{ text: 'earlier' }, true],
    [{ model: /^claude/ }, true],
    [{ model: 'gpt' }, false],
    [{ tool: 'Read' }, true],
    [{ tool: 'Rea' }, false],
    [{ lastUserText: 'hello', tool: 'Write' }, false],
  ])('matches %o: %s', (when, applies) => {
    const model = createScriptedModel([{ when, text: 'matched' }])
    const body = {
      model: 'claude-x',
      tools: [{ name: 'Read' }],
      messages: [
        { role: 'user', content: 'earlier' },
        { role: 'user', content: 'hello' },
        { role: 'system', content: 'reminder' },
      ],
    }
    const text = ask(model, '/v1/messages', body).frames.join('')
    expect(text.includes('matched')).toBe(applies)
  })

  it('matches by a function of the question', () => {
    const when = ({ stream, path }: { stream: boolean; path: string }) =>
      stream && path === '/v1/messages'
    const model = createScriptedModel([{ when, text: 'matched' }])
    expect(ask(model, '/v1/messages', claude('')).frames.join('')).toContain('matched')
    expect(ask(model, '/v1/messages', {}).frames.join('')).not.toContain('matched')
  })

  it('fails, waits and cuts as told', () => {
    const model = createScriptedModel([
      { times: 1, failure: { status: 529, message: 'overloaded' } },
      { times: 1, delayMs: 5, chunkDelayMs: 2, cut: true },
    ])
    const failure = ask(model, '/v1/messages', claude('hi'))
    expect(failure.status).toBe(529)
    expect(JSON.parse(failure.frames.join('')).error.message).toBe('overloaded')
    expect(ask(model, '/v1/messages', claude('hi'))).toMatchObject({
      delayMs: 5,
      chunkDelayMs: 2,
      cut: true,
    })
  })

  it('gives the same bytes for the same requests', () => {
    const script = [{ toolCalls: [{ name: 'a' }], times: 1 }, { text: 'b' }]
    const run = () => {
      const model = createScriptedModel(script)
      return [1, 2, 3].map(() => ask(model, '/v1/responses', { input: 'x', stream: true }).frames)
    }
    expect(run()).toEqual(run())
  })

  it('answers what clients ask besides', () => {
    const model = createScriptedModel()
    expect(ask(model, '/', null, 'HEAD')).toMatchObject({ status: 200, frames: [] })
    expect(ask(model, '/v1/models?limit=5', null, 'GET').status).toBe(200)
    const count = ask(model, '/v1/messages/count_tokens', { messages: [] })
    expect(JSON.parse(count.frames.join(''))).toEqual({ input_tokens: 100 })
    expect(ask(model, '/elsewhere', null, 'GET')).toMatchObject({ status: 404 })
  })
})
