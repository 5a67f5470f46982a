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
import { expect, it } from 'vitest'
import {
  type ProviderAnswer,
  startAnthropicProvider,
} from '../request/fixtures/anthropic-provider.ts'
import { composed } from '../request/fixtures/composed.ts'
import { makeBlock } from '../request/wire-block.ts'
import { type AiSdkAnswer, createAiSdkContext } from './ai-sdk-context.ts'

const MODEL = 'claude-opus-5'
const text = (words: string): ProviderAnswer => ({ content: [{ type: 'text', text: words }] })

/** What the provider does: 529, a stream that is cut, an end of the turn, parallel calls. */
function answerOf(index: number): ProviderAnswer {
  if (index % 11 === 5) return { status: 529 }
  if (index % 13 === 7) return { ...text('Half of it'), cutAfter: 2 }
  if (index % 3 === 0) return text(`Done ${index}.`)
  const calls = [`c${index}`, `d${index}`].map((id) => {
    return { type: 'tool_use', id, name: 'deploy', input: { step: index } }
  })
  return { content: [{ type: 'text', text: `Step ${index}.` }, ...calls] }
}

it('loses no cache over many turns, streamed or not, whatever the provider does', async () => {
  const clock = { now: 1_000 }
  const answers: AiSdkAnswer[] = []
  const provider = await startAnthropicProvider({
    profile: findCacheProfile('anthropic', MODEL).value,
    now: () => clock.now,
    tokensOf: (block) => makeBlock(block, { part: 'tools', kind: 'tool' }).block.tokens,
    answer(_, index) {
      clock.now += 3
      return answerOf(index)
    },
  })
  const claude = createAnthropic({ baseURL: provider.url, apiKey: 'k' })(MODEL)
  const { middleware } = createAiSdkContext({
    composition: composed('anthropic'),
    model: claude,
    names: { bot: 'dev', user: 'ada', session: 's', channel: 'tools' },
    now: () => clock.now,
    turn: () => ({ volatile: [`It is ${clock.now}.`] }),
    onAnswer: (one) => answers.push(one),
  })
  const model = wrapLanguageModel({ model: claude, middleware })
  const deploy = tool({
    description: 'Deploys a step.',
    inputSchema: jsonSchema<{ step: number }>({
      type: 'object',
      properties: { step: { type: 'number' } },
    }),
    execute: ({ step }) => `deployed ${step}: ${'line of a log '.repeat(60)}`,
  })
  const messages: ModelMessage[] = []
  const onError = (): void => undefined
  try {
    for (let turn = 0; turn < 24; turn++) {
      clock.now += [20, 90, 400, 4_000][turn % 4] ?? 0
      messages.push({ role: 'user', content: `Go on ${turn}. ${'It is long. '.repeat(40)}` })
      const asked = { model, messages, tools: { deploy }, stopWhen: stepCountIs(5), maxRetries: 0 }
      const run = turn % 2 === 0 ? generateText(asked) : streamText({ ...asked, onError }).response
      const said = await Promise.resolve(run).catch(() => null)
      const whole = said && 'response' in said ? said.response : said
      messages.push(...(whole?.messages ?? [{ role: 'assistant', content: 'It failed.' }]))
    }
  } finally {
    await provider.close()
  }
  expect(provider.refusals).toEqual([])
  expect(provider.bodies.length).toBeGreaterThan(40)
  for (const body of provider.bodies) {
    expect(JSON.stringify(body).split('"cache_control"').length - 1).toBeLessThanOrEqual(4)
  }
  expect(answers).toHaveLength(provider.bills.length)
  // The blocks of the SDK have other names than those on the wire: they count a little otherwise.
  const lost = answers.filter(({ plan, usage }) => usage.read < plan.predicted.read * 0.9)
  expect(lost.map(({ usage, plan }) => [usage.read, plan.predicted.read])).toEqual([])
  const billed = provider.bills.reduce((sum, { cost }) => sum + cost, 0)
  const predicted = answers.reduce((sum, { plan }) => sum + plan.predicted.cost, 0)
  expect(Math.abs(predicted / billed - 1)).toBeLessThan(0.05)
  const uncached = provider.bills.reduce((sum, { total }) => sum + total, 0)
  expect(billed / uncached).toBeLessThan(0.6)
}, 20_000)
