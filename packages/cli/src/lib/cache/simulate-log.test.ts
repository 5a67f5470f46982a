import { findCacheProfile, readCacheLog } from '@onesoul/core/cache'
import { describe, expect, it } from 'vitest'
import { formatCache } from '../format/format-cache.ts'
import { simulateLog } from './simulate-log.ts'

const LOG = readCacheLog(
  [
    '{"cacheLog":1,"provider":"anthropic","model":"claude-opus-5"}',
    '{"layer":"stable","version":"1","scope":"bot","blocks":[{"hash":"s","tokens":9000}]}',
    '{"layer":"user","version":"1","scope":"user","blocks":[{"hash":"u","tokens":1000}]}',
    '{"at":0,"session":"a","layers":{"stable":"1","user":"1"},"add":[{"hash":"q","tokens":500}]}',
    '{"at":60,"session":"a","layers":{"stable":"1","user":"1"},"add":[{"hash":"r","tokens":500}]}',
  ].join('\n'),
)
const { value: profile } = findCacheProfile('anthropic', 'claude-opus-5')

describe('simulateLog', () => {
  it('says of every strategy what it would have cost, and what none can go below', () => {
    const simulated = simulateLog(LOG.value, profile, 'segment')
    expect(simulated).toMatchObject({ requests: 2, sessions: 1, tokens: 21_500 })
    const costs = simulated.strategies.map(({ strategy, cost }) => [strategy, Math.round(cost)])
    expect(costs).toEqual([
      ['none', 21_500],
      ['system_only', 15_000],
      ['layers', 15_650],
      ['auto', 14_800],
      ['system_and_3', 14_800],
      ['system_and_3_1h', 23_050],
      ['static', 21_550],
      ['planner', 14_800],
    ])
    expect(simulated.bound.cost).toBeCloseTo(14_675, 6)
  })
})

describe('formatCache', () => {
  it('has a line a strategy, numbers to the right, and the bound last', () => {
    const lines = formatCache(simulateLog(LOG.value, profile, 'segment'), profile).split('\n')
    expect(lines[0]).toBe(
      '2 requests of 1 session, claude-opus-5 at anthropic, rules of 2026-10-31',
    )
    expect(lines[2]).toBe('strategy           cost   saved    read  written   plain')
    expect(lines[8]).toBe('system_and_3_1h  23,050  −7.2 %  10,500   11,000       0')
    expect(lines.at(-2)).toMatch(/^bound +14,675 +31\.7 %$/)
  })
})
