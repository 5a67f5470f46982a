import Anthropic from '@anthropic-ai/sdk'
import { countCacheMarkers, findCacheProfile } from '@onesoul/core/cache'
import { repairHistory } from '@onesoul/core/history'
import { expect, it } from 'vitest'
import type { LoopTool } from '../loop/loop-tool.ts'
import { createToolLoop, type LoopEvent } from '../loop/tool-loop.ts'
import {
  type ProviderAnswer,
  startAnthropicProvider,
} from '../request/fixtures/anthropic-provider.ts'
import { composed } from '../request/fixtures/composed.ts'
import { makeBlock } from '../request/wire-block.ts'
import { createAnthropicContext } from './anthropic-context.ts'
import { createAnthropicModel } from './anthropic-model.ts'

const MODEL = 'claude-opus-5'
const profile = findCacheProfile('anthropic', MODEL).value
const PINNED = 'The deploy key is kept in vault 7.'

/** Numbers that look random and are the same each time. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % below
  }
}

/**
 * What the provider does with each request: parallel calls, an end of the turn,
 * 429, 529, a stream that is cut; a summary when it is asked for one.
 */
function createAnswers(): (body: { readonly messages?: unknown }, index: number) => ProviderAnswer {
  const next = numbers(7)
  let ids = 0
  return (body) => {
    const trouble = next(25)
    if (trouble === 0) return { status: 429, headers: { 'retry-after': '0' } }
    if (trouble === 1) return { status: 529 }
    if (trouble === 2) return { content: [{ type: 'text', text: 'Half of it' }], cutAfter: 2 }
    const last = JSON.stringify((body.messages as readonly unknown[]).at(-1))
    const isDone = next(3) === 0 || last.includes('ummar')
    const text = { type: 'text', text: `Step ${ids}. ${'I think about it. '.repeat(20)}` }
    if (isDone) return { content: [text] }
    const calls = Array.from({ length: 1 + next(4) }, () => {
      ids++
      return { type: 'tool_use', id: `call-${ids}`, name: 'deploy', input: { step: ids } }
    })
    return { content: [text, ...calls] }
  }
}

it('keeps a long conversation valid and as cheap as predicted, whatever the provider does', async () => {
  const clock = { now: 1_000 }
  const provider = await startAnthropicProvider({
    profile,
    now: () => clock.now,
    tokensOf: (block) => makeBlock(block, { part: 'tools', kind: 'tool' }).block.tokens,
    answer: createAnswers(),
  })
  const context = createAnthropicContext({
    composition: composed('anthropic'),
    model: MODEL,
    names: { bot: 'dev', user: 'ada', session: 's', channel: 'tools' },
    profile,
    now: () => clock.now,
  })
  /** Of each request that was sent. */
  const plans: number[] = []
  const watched: typeof context = {
    ...context,
    prepare(turn) {
      const planned = context.prepare(turn)
      plans.push(planned.plan.predicted.cost)
      return planned
    },
  }
  const deployed: unknown[] = []
  const deploy: LoopTool = {
    name: 'deploy',
    description: 'Deploys a step.',
    inputSchema: { type: 'object', properties: { step: { type: 'number' } } },
    async run({ step }) {
      deployed.push(step)
      clock.now += 3
      return { text: `deployed ${step}: ${'line of a log '.repeat(60)}` }
    },
  }
  const events: LoopEvent[] = []
  const client = new Anthropic({ baseURL: provider.url, apiKey: 'k' })
  const loop = createToolLoop({
    model: createAnthropicModel({ client, context: watched, model: MODEL, window: 45_000 }),
    tools: [deploy],
    ask: async () => 'allow',
    pinned: [PINNED],
    retry: {
      attempts: 8,
      wait: async (ms) => {
        // The answer that was cut had begun, after the time that a first token takes.
        clock.now += 2 + ms / 1_000
      },
    },
    onEvent: (event) => events.push(event),
  })
  const pauses = numbers(3)
  try {
    while (provider.bills.length < 200) {
      const { end } = await loop.turn({ text: 'Go on.', volatile: [`It is ${clock.now}.`] })
      expect(end).toBe('done')
      expect(repairHistory(loop.history())).toEqual(loop.history())
      clock.now += [20, 40, 90, 400, 4_000][pauses(5)] ?? 0
    }
  } finally {
    await provider.close()
  }
  expect(provider.refusals).toEqual([])
  const marks = provider.bodies.map(({ tools, system, messages }) =>
    countCacheMarkers([tools, system, messages].flatMap((list) => list ?? [])),
  )
  expect(Math.max(...marks)).toBeLessThanOrEqual(4)
  expect(Math.max(...marks)).toBeGreaterThan(1)
  expect(new Set(deployed).size).toBe(deployed.length)
  expect(events.filter(({ type }) => type === 'compacted').length).toBeGreaterThan(1)
  expect(events.filter(({ type }) => type === 'retry').length).toBeGreaterThan(10)
  expect(JSON.stringify(loop.history())).toContain(PINNED)
  expect(plans).toHaveLength(provider.bodies.length)
  const billed = provider.bills.reduce((sum, { cost }) => sum + cost, 0)
  const predicted = provider.billed.reduce((sum, index) => sum + (plans[index] ?? 0), 0)
  expect(Math.abs(predicted / billed - 1)).toBeLessThan(0.02)
  // Nothing of it cached would cost this much.
  const uncached = provider.bills.reduce((sum, { total }) => sum + total, 0)
  expect(billed / uncached).toBeLessThan(0.35)
}, 60_000)
