import Anthropic from '@anthropic-ai/sdk'
import { countCacheMarkers, findCacheProfile, type TurnHint } from '@onesoul/core/cache'
import { afterEach, describe, expect, it } from 'vitest'
import {
  type AnthropicProvider,
  type ProviderAnswer,
  startAnthropicProvider,
} from '../request/fixtures/anthropic-provider.ts'
import { composed } from '../request/fixtures/composed.ts'
import { makeBlock } from '../request/wire-block.ts'
import { type AnthropicContext, createAnthropicContext } from './anthropic-context.ts'

const MODEL = 'claude-opus-5'
const profile = findCacheProfile('anthropic', MODEL).value
const names = { bot: 'dev', user: 'ada', session: 's1', channel: 'chat' }
/** As our side counts, so that only the cache is compared. */
const tokensOf = (block: object) => makeBlock(block, { part: 'tools', kind: 'tool' }).block.tokens

const open: AnthropicProvider[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

async function setUp(answer: (index: number) => ProviderAnswer = () => ({}), state?: unknown) {
  const clock = { now: 1_000 }
  const provider = await startAnthropicProvider({
    profile,
    tokensOf,
    now: () => clock.now,
    answer: (_, index) => answer(index),
  })
  open.push(provider)
  const begin = (kept: unknown): AnthropicContext =>
    createAnthropicContext({
      composition: composed('anthropic'),
      model: MODEL,
      names,
      profile,
      now: () => clock.now,
      ...(kept !== undefined && { state: kept }),
    })
  const client = new Anthropic({ baseURL: provider.url, apiKey: 'k', maxRetries: 0 })
  return { clock, provider, begin, context: begin(state), client }
}

const TOOLS: Anthropic.Tool[] = ['write_file', 'read_file'].map((name) => ({
  name,
  description: `Does ${name}.`,
  input_schema: { type: 'object', properties: { path: { type: 'string' } } },
}))

type Turn = Parameters<AnthropicContext['prepare']>[0]

/** One request, billed. */
async function send(
  { context, client }: { readonly context: AnthropicContext; readonly client: Anthropic },
  messages: readonly Anthropic.MessageParam[],
  more: Partial<Omit<Turn, 'messages' | 'tools'>> & { readonly hint?: TurnHint } = {},
) {
  const { request, plan } = context.prepare({ tools: TOOLS, messages, ...more })
  const answer = await client.messages
    .stream({ ...request, model: MODEL, max_tokens: 100 })
    .finalMessage()
  const divergence = context.answered(answer.usage)
  return { request, plan, answer, divergence }
}

describe('createAnthropicContext', () => {
  it('reads nearly all of a conversation from the cache, as it predicted', async () => {
    const stage = await setUp()
    const messages: Anthropic.MessageParam[] = []
    for (let at = 0; at < 12; at++) {
      stage.clock.now += 30
      messages.push({ role: 'user', content: `Question ${at}. ${'It is a long one. '.repeat(40)}` })
      const { plan, answer, divergence } = await send(stage, messages, {
        volatile: [`It is ${stage.clock.now}.`],
      })
      const bill = stage.provider.bills[at]
      expect(plan.predicted).toMatchObject({
        read: bill?.read,
        total: bill?.total,
        plain: bill?.plain,
      })
      expect(divergence).toBeNull()
      messages.push({ role: 'assistant', content: answer.content })
    }
    const last = stage.provider.bills.at(-1)
    expect((last?.read ?? 0) / (last?.total ?? 1)).toBeGreaterThan(0.9)
    expect(stage.provider.refusals).toEqual([])
  })

  it('tells a conversation that USER changed, and keeps the bytes that it began with', async () => {
    const stage = await setUp()
    const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Hello. '.repeat(3_000) }]
    const first = await send(stage, messages)
    messages.push(
      { role: 'assistant', content: first.answer.content },
      { role: 'user', content: 'And?' },
    )
    stage.clock.now += 20
    const composition = composed('anthropic', { USER: 'The person is called Grace.' })
    const second = await send(stage, messages, { composition })
    const texts = (system: readonly { text: string }[]) => system.map(({ text }) => text)
    expect(texts(second.request.system)).toEqual(texts(first.request.system))
    expect(JSON.stringify(second.request.messages)).toContain('Grace')
    expect(second.plan.reasons.map(({ rule }) => rule)).toContain('R2')
    // Told once, and at the same place from then on, in another process too.
    messages.push(
      { role: 'assistant', content: second.answer.content },
      { role: 'user', content: 'So.' },
    )
    stage.clock.now += 20
    const stored: unknown = JSON.parse(JSON.stringify(stage.context.state()))
    const third = await send({ ...stage, context: stage.begin(stored) }, messages, { composition })
    const told = JSON.stringify(third.request.messages)
    expect(told.split('Grace')).toHaveLength(2)
    expect(stage.provider.bills[2]?.read).toBe(stage.provider.bills[1]?.total)
    // When the cache is cold anyway, the new text takes the place of the old.
    stage.clock.now += 7_200
    messages.push({ role: 'assistant', content: 'ok' }, { role: 'user', content: 'Later.' })
    const fourth = await send({ ...stage, context: stage.begin(stored) }, messages, { composition })
    expect(JSON.stringify(fourth.request.system)).toContain('Grace')
    expect(JSON.stringify(fourth.request.messages)).not.toContain('Grace')
  })

  it('changes nothing of the caller, and takes the marks of others off', async () => {
    const { context } = await setUp()
    const marked = { type: 'text', text: 'Hi.', cache_control: { type: 'ephemeral' } } as const
    const later = [1, 2, 3].flatMap((at) => [
      { role: 'assistant' as const, content: `Yes ${at}?` },
      { role: 'user' as const, content: `Go on ${at}.` },
    ])
    const messages = [{ role: 'user' as const, content: [marked] }, ...later]
    const before = JSON.stringify(messages)
    const twice = [1, 2].map(() => context.prepare({ messages, tools: TOOLS }).request)
    expect(JSON.stringify(messages)).toBe(before)
    expect(JSON.stringify(twice[0])).toBe(JSON.stringify(twice[1]))
    const plain = twice[0]?.messages.filter((one) => !JSON.stringify(one).includes('cache_')) ?? []
    expect(plain.length).toBeGreaterThan(2)
    expect(plain.slice(1).every((one) => later.some((mine) => mine === one))).toBe(true)
    expect(JSON.stringify(twice[0]?.messages[0])).not.toContain('cache_control')
    expect(twice[0]?.tools.map(({ name }) => name)).toEqual(['read_file', 'write_file'])
  })

  it('counts on nothing of a request that was not answered', async () => {
    const stage = await setUp((index) => (index === 1 ? { status: 529 } : {}))
    const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Hello.' }]
    await send(stage, messages)
    messages.push({ role: 'assistant', content: 'ok' }, { role: 'user', content: 'And?' })
    stage.clock.now += 10
    await expect(send(stage, messages)).rejects.toMatchObject({ status: 529 })
    stage.clock.now += 10
    expect((await send(stage, messages)).divergence).toBeNull()
  })

  it('begins cold with a state that is none', async () => {
    for (const state of [
      '',
      7,
      [],
      { schemaVersion: 2 },
      { schemaVersion: 1, versions: { a: 1 } },
    ]) {
      const stage = await setUp(undefined, state)
      const { divergence } = await send(stage, [{ role: 'user', content: 'Hello.' }])
      expect(divergence).toBeNull()
      expect(stage.provider.bills[0]?.read).toBe(0)
    }
  })

  it('sends at most four marks, never where the API takes none, whatever the conversation holds', async () => {
    const stage = await setUp()
    const call = (id: string) => ({ type: 'tool_use', id, name: 'read_file', input: {} }) as const
    const result = (id: string) =>
      ({ type: 'tool_result', tool_use_id: id, content: 'x'.repeat(900) }) as const
    const ids = Array.from({ length: 30 }, (_, at) => `t${at}`)
    const messages: Anthropic.MessageParam[] = []
    for (let at = 0; at < 4; at++) {
      messages.push({ role: 'user', content: `Do ${at}.` })
      await send(stage, messages)
      messages.push({
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.', signature: 's' },
          ...ids.map((id) => call(`${id}-${at}`)),
        ],
      })
      messages.push({ role: 'user', content: ids.map((id) => result(`${id}-${at}`)) })
      stage.clock.now += 3
      const { request } = await send(stage, messages, { hint: { kind: 'tool' }, volatile: ['now'] })
      expect(countCacheMarkers([request])).toBeLessThanOrEqual(4)
      messages.push({
        role: 'assistant',
        content: [{ type: 'thinking', thinking: 'Done.', signature: 's' }],
      })
      stage.clock.now += at === 2 ? 400 : 20
    }
    expect(stage.provider.refusals).toEqual([])
    expect(stage.provider.bills.at(-1)?.read).toBeGreaterThan(10_000)
  })
})
