import Anthropic from '@anthropic-ai/sdk'
import { findCacheProfile } from '@onesoul/core/cache'
import { expect, it } from 'vitest'
import { createAnthropicContext } from '../anthropic/anthropic-context.ts'
import { createAnthropicModel } from '../anthropic/anthropic-model.ts'
import { createToolLoop } from '../loop/tool-loop.ts'
import { startAnthropicProvider } from './fixtures/anthropic-provider.ts'
import { composed } from './fixtures/composed.ts'
import { createSharedBot, type SharedBot } from './shared-bot.ts'
import { makeBlock } from './wire-block.ts'

const MODEL = 'claude-opus-5'
const profile = findCacheProfile('anthropic', MODEL).value

/** Twenty one-shot jobs of one bot at the same time; how many of them wrote its head. */
async function burst(shared: SharedBot | null, failsFirst = false): Promise<number> {
  const provider = await startAnthropicProvider({
    profile,
    tokensOf: (block) => makeBlock(block, { part: 'tools', kind: 'tool' }).block.tokens,
    now: () => Date.now() / 1_000,
    ttft: 0.2,
    answer: (_, index) => (failsFirst && index === 0 ? { status: 401 } : {}),
  })
  const client = new Anthropic({ baseURL: provider.url, apiKey: 'k', maxRetries: 0 })
  const composition = composed('anthropic')
  const job = async (at: number): Promise<string> => {
    const names = { bot: 'dev', user: 'ada', session: `job-${at}`, channel: 'cron' }
    const options = { composition, model: MODEL, names, profile, ...(shared && { shared }) }
    const context = createAnthropicContext(options)
    const model = createAnthropicModel({ client, context, model: MODEL })
    const loop = createToolLoop({ model, tools: [] })
    return (await loop.turn({ text: `Job ${at}.` })).end
  }
  try {
    const ends = await Promise.all(Array.from({ length: 20 }, (_, at) => job(at)))
    expect(ends.filter((end) => end === 'done')).toHaveLength(failsFirst ? 19 : 20)
    expect(provider.refusals).toEqual([])
    return provider.bills.filter(({ read }) => read === 0).length
  } finally {
    await provider.close()
  }
}

it('lets one of many sessions that begin alike write the head, and the others read it', async () => {
  expect(await burst(null)).toBeGreaterThan(1)
  const shared = createSharedBot()
  expect(await burst(shared)).toBe(1)
  // What was learned is JSON, and comes back.
  const stored: unknown = JSON.parse(JSON.stringify(shared.state()))
  expect(createSharedBot(stored).state()).toEqual(shared.state())
  for (const garbage of [null, 7, { head: 1, gaps: [] }]) {
    expect(createSharedBot(garbage).state()).toEqual({})
  }
})

it('lets the next one write when the first one fails', async () => {
  expect(await burst(createSharedBot(), true)).toBe(1)
})
