import { describe, expect, it } from 'vitest'
import { CLAUDE } from '../fixtures/cache-requests.ts'
import { turnOf } from '../fixtures/cache-turns.ts'
import type { CachePlan } from '../plan/cache-plan.ts'
import { plannerStrategy } from './planner-strategy.ts'
import { replayTurns } from './replay-turns.ts'

function replay(turns: Parameters<typeof replayTurns>[0], endsAfter?: number) {
  const plans: CachePlan[] = []
  const usages: unknown[] = []
  const options = { onPlan: (plan: CachePlan) => plans.push(plan), ...(endsAfter && { endsAfter }) }
  const start = (profile: typeof CLAUDE) => plannerStrategy(profile, options)
  const onSent = ({ usage: { hit, ...usage } }: { usage: { hit: number } }) => usages.push(usage)
  replayTurns(turns, { profile: CLAUDE, start }, { onSent })
  return { plans, usages }
}

describe('plannerStrategy', () => {
  it('keeps what each session, bot and channel taught, so that its predictions hold', () => {
    const one = { names: { bot: 'bot', session: 'one', channel: 'im' } }
    const two = { names: { bot: 'bot', session: 'two', channel: 'im' } }
    const { plans, usages } = replay([
      turnOf(0, ['q1'], one),
      turnOf(30, ['r1'], two),
      turnOf(60, ['q1', 'a1', 'q2'], one),
      turnOf(7000, ['q1', 'a1', 'q2', 'a2', 'q3'], one),
      turnOf(7010, ['r1', 'b1', 'r2'], two),
    ])
    expect(plans.map(({ predicted }) => predicted)).toEqual(usages)
    expect(plans[1]?.predicted.read).toBeGreaterThan(0)
    expect(plans.at(-1)?.next.gaps.channels['im']?.gaps.reduce((sum, count) => sum + count)).toBe(3)
  })

  it('counts a session that was silent for long as ended', () => {
    const ended = (endsAfter?: number) =>
      replay(
        [
          turnOf(0, ['q1']),
          turnOf(60, ['q1', 'a1', 'q2']),
          turnOf(5000, ['r1'], { names: { bot: 'bot', session: 'other', channel: 'chat' } }),
        ],
        endsAfter,
      ).plans.at(-1)?.next.gaps.channels['chat']?.ended[2] ?? 0
    expect([ended(3600), ended()]).toEqual([1, 0])
  })
})
