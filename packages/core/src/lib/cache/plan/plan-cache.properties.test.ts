import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CLAUDE } from '../fixtures/cache-requests.ts'
import { type SentStep, sendTimeline, timelines } from '../fixtures/plan-timelines.ts'
import type { CacheProfile } from '../model/cache-profile.ts'
import { TTL_SECONDS } from '../model/ttl-seconds.ts'
import { findCacheProfile } from '../profiles/find-cache-profile.ts'
import { createPromptCache } from '../simulate/prompt-cache.ts'
import { NAMED_STRATEGIES } from '../strategies/named-strategies.ts'
import { planCache } from './plan-cache.ts'

const PROFILES: readonly CacheProfile[] = [
  CLAUDE,
  { ...CLAUDE, collapsesRuns: false },
  { ...CLAUDE, minTokens: 8192 },
  { ...CLAUDE, read: 0.025 },
  findCacheProfile('openai', 'gpt-5-6').value,
]
const AUTOMATIC = [
  findCacheProfile('openai', 'gpt-5').value,
  findCacheProfile('deepseek', 'deepseek').value,
]
// biome-ignore lint/style/noProcessEnv: `ONESOUL_PLANS=40` tries as many more.
const RUNS = Number(process.env['ONESOUL_PLANS'] ?? 1)
const channels = fc.constantFrom('chat', 'im', 'tools', 'another')

function everyStep(
  check: (sent: SentStep, before: SentStep | undefined, profile: CacheProfile) => void,
  { cuts = 40, profiles = PROFILES, numRuns = 60 * RUNS, isSteady = false } = {},
): void {
  fc.assert(
    fc.property(
      timelines(cuts),
      fc.constantFrom(...profiles),
      channels,
      (steps, profile, channel) => {
        const settings = { model: 'one', speed: 'fast', thinking: 'on' }
        const taken = isSteady ? steps.map((step) => ({ ...step, settings })) : steps
        const sent = sendTimeline(taken, profile, channel)
        for (const [index, step] of sent.entries()) check(step, sent[index - 1], profile)
      },
    ),
    { numRuns },
  )
}

const charged = ({ read, written, plain, total, cost }: SentStep['usage']) => ({
  read,
  written: Object.fromEntries(Object.entries(written).filter(([, tokens]) => tokens > 0)),
  plain,
  total,
  cost: Math.round(cost * 1000),
})

describe('planCache, properties', () => {
  it('predicts what the provider charges, token for token', () => {
    everyStep(
      ({ plan, usage }) => {
        expect(charged({ ...plan.predicted, hit: 0 })).toEqual(charged(usage))
      },
      { cuts: 0, numRuns: 120 * RUNS },
    )
  })

  it('predicts it when the end of the conversation is edited, too', () => {
    everyStep(
      ({ plan, usage }) => {
        expect(charged({ ...plan.predicted, hit: 0 })).toEqual(charged(usage))
      },
      { cuts: 3 },
    )
  })

  it('predicts it where nothing can be marked and the settings stay', () => {
    everyStep(
      ({ plan, usage }) => {
        expect(charged({ ...plan.predicted, hit: 0 })).toEqual(charged(usage))
      },
      { cuts: 0, profiles: AUTOMATIC, isSteady: true },
    )
  })

  it('never promises more than there is, however much of the history is cut', () => {
    everyStep(({ plan, usage }) => {
      expect(usage.read).toBeGreaterThanOrEqual(plan.predicted.read)
    })
  })

  it('marks what a provider takes: few, in order, on blocks that can carry one, never on short prefixes', () => {
    everyStep(({ plan }, _, profile) => {
      expect(plan.marks.length).toBeLessThanOrEqual(profile.maxMarks)
      let before = { index: -1, life: Number.POSITIVE_INFINITY }
      for (const { index, ttl } of plan.marks) {
        expect(index).toBeGreaterThan(before.index)
        expect(TTL_SECONDS[ttl]).toBeLessThanOrEqual(before.life)
        expect(plan.blocks[index]?.markable).not.toBe(false)
        const tokens = plan.blocks.slice(0, index + 1).reduce((sum, block) => sum + block.tokens, 0)
        expect(tokens).toBeGreaterThanOrEqual(profile.minTokens)
        before = { index, life: TTL_SECONDS[ttl] }
      }
    })
  })

  it('stays the same for the same input, and changes nothing of it', () => {
    everyStep(
      ({ input, plan }) => {
        const frozen = deepFrozen(structuredClone(input))
        expect(planCache(frozen)).toEqual(plan)
      },
      { numRuns: 25 * RUNS },
    )
  })

  it('keeps every mark on the same prefix when the volatile blocks go', () => {
    everyStep(
      ({ input, plan }) => {
        const without = planCache({ ...input, volatile: [] })
        const prefixes = (one: typeof plan) =>
          one.marks.map(({ index, ttl, place }) => [ttl, place, one.blocks.slice(0, index + 1)])
        expect(prefixes(without)).toEqual(prefixes(plan))
      },
      { numRuns: 30 * RUNS },
    )
  })

  it('leaves every earlier block where it was when the history grows in time', () => {
    everyStep(
      ({ input, plan }, before) => {
        const previous = before?.plan
        const isWarm =
          previous && plan.predicted.read >= tokensTo(previous, previous.marks.at(-1)?.index ?? 1e9)
        if (!isWarm) return
        const end = (previous.marks.at(-1)?.index ?? -1) + 1
        expect(plan.blocks.slice(0, end)).toEqual(previous.blocks.slice(0, end))
        expect(input.history.length).toBeGreaterThan(0)
      },
      { cuts: 0, numRuns: 30 * RUNS },
    )
  })

  it('keeps its ledger below 1,024 characters', () => {
    everyStep(
      ({ plan }) => {
        expect(JSON.stringify(plan.next.session).length).toBeLessThan(1024)
      },
      { numRuns: 30 * RUNS },
    )
  })

  it('makes a plan for any ledger, and for keys in any order', () => {
    const garbage = fc.oneof(
      fc.anything(),
      fc.record({ schemaVersion: fc.constant(1), at: fc.anything(), entries: fc.anything() }),
    )
    fc.assert(
      fc.property(timelines(0), garbage, garbage, garbage, (steps, session, head, gaps) => {
        const last = sendTimeline(steps, CLAUDE).at(-1)
        if (!last) return
        const { session: known, head: _head, gaps: _gaps, ...input } = last.input
        const odd = planCache({ ...input, session, head, gaps } as unknown as typeof last.input)
        expect(odd.marks.length).toBeLessThanOrEqual(CLAUDE.maxMarks)
        expect(createPromptCache(CLAUDE).send({ at: input.at, ...odd }).total).toBe(
          odd.predicted.total,
        )
        if (!known) return
        const pinned = Object.fromEntries(Object.entries(known.pinned).reverse())
        expect(planCache({ ...last.input, session: { ...known, pinned } })).toEqual(last.plan)
      }),
      { numRuns: 50 * RUNS },
    )
  })

  it('costs no more on a warm conversation than marks on the system prompt and the last three messages, but for the head', () => {
    const gap = fc.integer({ min: 2, max: 290 })
    const talk = fc.array(
      fc.tuple(gap, fc.integer({ min: 1, max: 2000 }), fc.integer({ min: 1, max: 2000 })),
      {
        minLength: 3,
        maxLength: 60,
      },
    )
    fc.assert(
      fc.property(talk, (turns) => {
        const steps = turns.map(([seconds, answer, asks], index) => ({
          gap: seconds,
          cut: 0,
          volatile: 0,
          settings: {},
          kind: 'human' as const,
          added: [
            ...(index > 0
              ? [{ role: 'assistant' as const, kind: 'text' as const, tokens: answer }]
              : []),
            { role: 'user' as const, kind: 'text' as const, tokens: asks },
          ],
        }))
        const sent = sendTimeline(steps, CLAUDE)
        const strategy = NAMED_STRATEGIES.system_and_3(CLAUDE)
        const cache = createPromptCache(CLAUDE)
        let simple = 0
        for (const { input } of sent)
          simple += cache.send({ at: input.at, ...strategy(input) }).cost
        const planned = sent.reduce((sum, { usage }) => sum + usage.cost, 0)
        expect(planned).toBeLessThanOrEqual(simple + 0.75 * 6300 + 1e-6)
      }),
      { numRuns: 50 * RUNS },
    )
  })
})

describe('planCache, beside system_and_3', () => {
  it.each(['chat', 'im', 'tools', 'another'])(
    'costs no more on any timeline of %s, but for the hours of its head',
    (channel) => {
      fc.assert(
        fc.property(timelines(0), (steps) => {
          const growing = steps.map((step) => ({
            ...step,
            settings: {},
            kind: step.kind === 'tool' ? step.kind : ('human' as const),
          }))
          const sent = sendTimeline(growing, CLAUDE, channel)
          const strategy = NAMED_STRATEGIES.system_and_3(CLAUDE)
          const cache = createPromptCache(CLAUDE)
          let simple = 0
          let planned = 0
          let hours = 0
          for (const { input, plan, usage } of sent) {
            simple += cache.send({ at: input.at, ...strategy(input) }).cost
            planned += usage.cost
            hours += 0.75 * headWritten(plan)
          }
          expect(planned - hours).toBeLessThanOrEqual(simple + 1e-6)
        }),
        { numRuns: 60 * RUNS },
      )
    },
  )
})

/** Tokens of the shared head that a plan writes for an hour. */
function headWritten(plan: SentStep['plan']): number {
  const head = plan.marks.find(({ place, ttl }) => place === 'head' && ttl === '1h')
  return head ? Math.max(0, tokensTo(plan, head.index) - plan.predicted.read) : 0
}

function tokensTo({ blocks }: SentStep['plan'], index: number): number {
  return blocks.slice(0, index + 1).reduce((sum, { tokens }) => sum + tokens, 0)
}

function deepFrozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(deepFrozen)
    Object.freeze(value)
  }
  return value
}
