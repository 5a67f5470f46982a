import { describe, expect, it } from 'vitest'
import { RULES } from '../rules/rules.ts'
import { RULESET_VERSION, THREAT_RULES } from './rule-summaries.ts'

describe('THREAT_RULES', () => {
  it('are all rules that a finding can name, once, by id', () => {
    const ids = THREAT_RULES.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].sort())
    const own = RULES.filter(({ family }) => family !== 'cipher').map(({ id }) => id)
    expect(ids).toEqual(
      expect.arrayContaining([
        ...own,
        'hidden-text.tag-characters',
        'hidden-text.styled-order',
        'forgery.reserved-tag',
        'supply-chain.name-slip',
      ]),
    )
    expect(ids.some((id) => id.startsWith('cipher.'))).toBe(false)
    expect(ids).toHaveLength(own.length + 14)
  })

  it('tell what a reader of a report wants to know, and no patterns', () => {
    for (const rule of THREAT_RULES)
      expect(Object.keys(rule)).toEqual(['id', 'version', 'family', 'severity', 'title'])
  })
})

describe('RULESET_VERSION', () => {
  it('is a number and a hash', () => {
    expect(RULESET_VERSION).toMatch(/^1-[0-9a-f]{8}$/)
  })
})
