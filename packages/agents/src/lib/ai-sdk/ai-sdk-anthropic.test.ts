import { createAnthropic } from '@ai-sdk/anthropic'
import { findCacheProfile } from '@onesoul/core/cache'
import {
  generateText,
  jsonSchema,
  type ModelMessage,
  stepCountIs,
  streamText,
  tool,
  wrapLanguageModel,
} from 'ai'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type AnthropicProvider,
  type ProviderAnswer,
  startAnthropicProvider,
} from '../request/fixtures/anthropic-provider.ts'
import { composed } from '../request/fixtures/composed.ts'
import { createSharedBot } from '../request/shared-bot.ts'
import { makeBlock } from '../request/wire-block.ts'
import { type AiSdkAnswer, type AiSdkContext, createAiSdkContext } from './ai-sdk-context.ts'

const MODEL = 'claude-opus-5'

type Body = Readonly<Record<string, unknown>>

const clock = { now: 1_000 }
const text = (words: string): ProviderAnswer => ({ content: [{ type: 'text', text: words }] })

let provider: AnthropicProvider
let answer: (index: number) => ProviderAnswer = () => text('ok')
let answers: AiSdkAnswer[] = []

beforeEach(async () => {
  clock.now = 1_000
  answers = []
  answer = () => text('ok')
  provider = await startAnthropicProvider({
    profile: findCacheProfile('anthropic', MODEL).value,
    now: () => clock.now,
    tokensOf: (block) => makeBlock(block, { part: 'tools', kind: 'tool' }).block.tokens,
    answer: (_, index) => answer(index),
  })
})
afterEach(async () => {
  await provider.close()
  expect(provider.refusals).toEqual([])
})

const anthropic = () => createAnthropic({ baseURL: provider.url, apiKey: 'k' })(MODEL)

function begin(options: Partial<Parameters<typeof createAiSdkContext>[0]> = {}): AiSdkContext {
  return createAiSdkContext({
    composition: composed('anthropic'),
    model: anthropic(),
    names: { bot: 'dev', user: 'ada', session: 's', channel: 'tools' },
    now: () => clock.now,
    onAnswer: (one) => answers.push(one),
    ...options,
  })
}

const wrapped = (context: AiSdkContext) =>
  wrapLanguageModel({ model: anthropic(), middleware: context.middleware })

const tools = () => ({
  write: tool({
    description: 'Writes.',
    inputSchema: jsonSchema<{ a: string }>({
      type: 'object',
      properties: { a: { type: 'string' } },
    }),
    execute: () => 'w',
  }),
  deploy: tool({
    description: 'Deploys a step.',
    inputSchema: jsonSchema<{ step: number }>({
      type: 'object',
      properties: { step: { type: 'number' } },
    }),
    execute: ({ step }) => {
      clock.now += 3
      return `deployed ${step}: ${'line of a log '.repeat(60)}`
    },
  }),
})

const call = (index: number): ProviderAnswer => ({
  content: [
    { type: 'text', text: `Step ${index}.` },
    { type: 'tool_use', id: `c${index}`, name: 'deploy', input: { step: index } },
    { type: 'tool_use', id: `d${index}`, name: 'deploy', input: { step: -index } },
  ],
})

const marks = (body: Body | undefined): number =>
  JSON.stringify(body).split('"cache_control"').length - 1

const partsOf = (body: Body | undefined): readonly object[] =>
  ((body?.['messages'] ?? []) as { content: object[] }[]).flatMap(({ content }) => content)

const LONG: ModelMessage = { role: 'user', content: 'It is a long question. '.repeat(400) }

const onError = (): void => undefined

const PROMPT = 'Deploy all of it.'

describe('createAiSdkContext on Anthropic', () => {
  it('lays out every step of generateText, and reads more of each from the cache', async () => {
    answer = (index) => (index < 6 ? call(index) : text('done'))
    const { text: said } = await generateText({
      model: wrapped(begin({ turn: () => ({ volatile: [`It is ${clock.now}.`] }) })),
      system: 'Answer in one line.',
      prompt: PROMPT,
      tools: tools(),
      stopWhen: stepCountIs(10),
    })
    expect(said).toBe('done')
    expect(provider.bills).toHaveLength(7)
    for (const body of provider.bodies) {
      expect(marks(body)).toBeGreaterThan(1)
      expect(marks(body)).toBeLessThanOrEqual(4)
      expect((body['tools'] as { name: string }[]).map(({ name }) => name)).toEqual([
        'deploy',
        'write',
      ])
      const last = partsOf(body).at(-1)
      expect(last).toEqual({ type: 'text', text: expect.stringMatching(/^It is \d+\.$/) })
    }
    const system = provider.bodies[0]?.['system'] as { text: string }[]
    expect(system[0]?.text).toContain('You are careful.')
    expect(system.at(-1)?.text).toBe('Answer in one line.')
    const reads = provider.bills.map(({ read }) => read)
    expect(reads[0]).toBe(0)
    expect(reads.slice(1).every((read, index) => read > (reads[index] ?? 0))).toBe(true)
    expect(answers.map(({ usage }) => usage.read)).toEqual(reads)
    expect(answers.map(({ usage }) => usage.written)).toEqual(
      provider.bills.map(({ written }) => written),
    )
  })

  it('reads a stream along, and learns what was written from its first chunk', async () => {
    const model = wrapped(begin())
    answer = (index) => (index === 0 ? { ...text('Half of it'), cutAfter: 2 } : text('whole'))
    const cut = streamText({ model, prompt: PROMPT, maxRetries: 0, onError })
    const parts: string[] = []
    for await (const part of cut.fullStream) parts.push(part.type)
    expect(parts).not.toContain('raw')
    expect(answers).toHaveLength(1)
    clock.now += 10
    const whole = streamText({ model, prompt: PROMPT })
    expect(await whole.text).toBe('whole')
    expect(answers[1]?.plan.predicted.read).toBeGreaterThan(1_000)
    expect(provider.bills[1]?.read).toBe(answers[1]?.usage.read)
    expect(answers[1]?.usage.read).toBe(answers[1]?.plan.predicted.read)
  })

  it('passes chunks of the provider to a caller who asked for them', async () => {
    const stream = streamText({ model: wrapped(begin()), prompt: PROMPT, includeRawChunks: true })
    const parts: string[] = []
    for await (const part of stream.fullStream) parts.push(part.type)
    expect(parts).toContain('raw')
  })

  it('streams several steps with tools', async () => {
    answer = (index) => (index < 3 ? call(index) : text('done'))
    const stream = streamText({
      model: wrapped(begin()),
      prompt: PROMPT,
      tools: tools(),
      stopWhen: stepCountIs(5),
    })
    expect(await stream.text).toBe('done')
    expect(provider.bills.at(-1)?.read).toBeGreaterThan(provider.bills[1]?.read ?? 0)
    expect(answers).toHaveLength(4)
  })

  it('counts a request that was refused or ended by its signal for nothing', async () => {
    const context = begin()
    const model = wrapped(context)
    answer = () => ({ status: 529 })
    await expect(generateText({ model, prompt: PROMPT, maxRetries: 0 })).rejects.toThrow()
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(
      generateText({ model, prompt: PROMPT, abortSignal: signal, maxRetries: 0 }),
    ).rejects.toThrow('enough')
    expect(answers).toEqual([])
    expect(context.state().session).toBeUndefined()
    answer = () => text('ok')
    await generateText({ model, prompt: PROMPT })
    expect(answers[0]?.plan.predicted.read).toBe(0)
    expect(answers[0]?.divergence).toBeNull()
  })

  it('goes on in another process with the same bytes', async () => {
    const messages: ModelMessage[] = [LONG]
    const first = begin()
    await generateText({ model: wrapped(first), messages, tools: tools() })
    const state = JSON.parse(JSON.stringify(first.state()))
    messages.push({ role: 'assistant', content: 'ok' }, { role: 'user', content: 'And now?' })
    clock.now += 20
    const composition = composed('anthropic', { USER: 'The person is called Grace.' })
    const model = wrapped(begin({ state, composition }))
    await generateText({ model, messages, tools: tools() })
    const [before, after] = provider.bodies.map(({ system, tools }) => {
      return JSON.stringify({ system, tools }).replace(/,"cache_control":\{[^}]*\}/g, '')
    })
    expect(after).toBe(before)
    expect(JSON.stringify(provider.bodies[1]?.['messages'])).toContain('Grace')
    expect(provider.bills[1]?.read).toBe(provider.bills[0]?.total)
  })

  it('tells a running conversation that the system message of the caller changed', async () => {
    const context = begin()
    const model = wrapped(context)
    const messages: ModelMessage[] = [LONG]
    await generateText({ model, system: 'In one line.', messages })
    messages.push({ role: 'assistant', content: 'ok' }, { role: 'user', content: 'And now?' })
    clock.now += 10
    await generateText({ model, system: 'In two lines.', messages })
    const { system, messages: sent } = provider.bodies[1] ?? {}
    expect(JSON.stringify(system)).toContain('In one line.')
    expect(JSON.stringify(sent)).toContain('In two lines.')
    expect(provider.bills[1]?.read).toBe(provider.bills[0]?.total)
  })

  it('leaves out the marks of the caller and changes nothing of his', async () => {
    const cacheControl = { type: 'ephemeral' } as const
    const providerOptions = { anthropic: { cacheControl } }
    const messages: ModelMessage[] = ['a', 'b', 'c', 'd', 'e', 'f'].map((word) => ({
      role: 'user',
      content: [{ type: 'text', text: word, providerOptions }],
      providerOptions,
    }))
    const before = JSON.stringify(messages)
    await generateText({ model: wrapped(begin()), messages, providerOptions })
    const [body] = provider.bodies
    expect(marks(body)).toBeLessThanOrEqual(4)
    expect(body).not.toHaveProperty('cache_control')
    expect(JSON.stringify(messages)).toBe(before)
    expect(partsOf(body)[0]).toEqual({ type: 'text', text: 'a' })
  })

  it('is the same twice as once', async () => {
    const once = begin()
    await generateText({ model: wrapped(once), prompt: PROMPT })
    const twice = begin()
    const { middleware } = twice
    const model = wrapLanguageModel({ model: anthropic(), middleware: [middleware, middleware] })
    await generateText({ model, prompt: PROMPT })
    expect(provider.bodies[1]).toEqual(provider.bodies[0])
    expect(twice.state()).toEqual(once.state())
    expect(answers).toHaveLength(2)
    expect(await streamText({ model, prompt: PROMPT }).text).toBe('ok')
    expect(answers).toHaveLength(3)
  })

  it('reads up to a message that the caller edited', async () => {
    const model = wrapped(begin())
    const long = (word: string): ModelMessage => ({ role: 'user', content: `${word} `.repeat(900) })
    const reply: ModelMessage = { role: 'assistant', content: 'ok' }
    const start = [long('first'), reply]
    await generateText({ model, messages: [...start.slice(0, 1)] })
    clock.now += 10
    await generateText({ model, messages: [...start, long('second')] })
    clock.now += 10
    await generateText({ model, messages: [...start, long('edited')] })
    expect(provider.bills[2]?.read).toBeGreaterThanOrEqual(provider.bills[0]?.total ?? Infinity)
    expect(answers[2]?.divergence).toBeNull()
  })

  it('learns what a stream wrote that its reader gave up', async () => {
    const context = begin()
    const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: PROMPT }] }]
    const { stream } = await wrapped(context).doStream({ prompt })
    const reader = stream.getReader()
    await reader.read()
    await reader.read()
    await reader.cancel()
    expect(answers).toHaveLength(1)
    clock.now += 10
    await generateText({ model: wrapped(context), prompt: PROMPT })
    expect(provider.bills[1]?.read).toBe(answers[1]?.plan.predicted.read)
    expect(provider.bills[1]?.read).toBeGreaterThan(1_000)
  })

  it('lets a session wait while another one writes the head that both share', async () => {
    const shared = createSharedBot()
    const sessions = ['a', 'b', 'c'].map((session) =>
      begin({ shared, names: { bot: 'dev', user: session, session, channel: 'chat' } }),
    )
    const all = sessions.map(async (session) => {
      await generateText({ model: wrapped(session), prompt: PROMPT })
      clock.now += 2
    })
    await Promise.all(all)
    expect(answers).toHaveLength(3)
    expect(answers.filter(({ plan }) => plan.flight.writes)).toHaveLength(1)
  })
})
