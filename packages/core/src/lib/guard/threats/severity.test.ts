import { describe, expect, it } from 'vitest'
import { describeThreat } from './describe-threat.ts'
import { rankSeverity, shiftSeverity } from './severity.ts'

describe('shiftSeverity', () => {
  it.each([
    ['info', -1, 'info'],
    ['info', 1, 'low'],
    ['low', -1, 'info'],
    ['high', 1, 'critical'],
    ['critical', 1, 'critical'],
    ['medium', 9, 'critical'],
  ] as const)('takes %s by %i to %s', (severity, steps, expected) => {
    expect(shiftSeverity(severity, steps)).toBe(expected)
  })
})

describe('rankSeverity', () => {
  it('goes from 0 to 4', () => {
    const ranks = (['info', 'low', 'medium', 'high', 'critical'] as const).map(rankSeverity)
    expect(ranks).toEqual([0, 1, 2, 3, 4])
  })
})

describe('describeThreat', () => {
  it('is a clause with the rule and a form that is not plain', () => {
    const threat = { message: 'Sends e.g. keys away.', rule: 'a.rule' }
    expect(describeThreat({ ...threat, form: 'plain' })).toBe('sends e.g. keys away (a.rule)')
    expect(describeThreat({ ...threat, form: 'quoted' })).toBe(
      'sends e.g. keys away (a.rule, quoted)',
    )
  })
})
