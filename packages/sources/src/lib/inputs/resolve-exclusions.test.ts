import { describe, expect, it } from 'vitest'
import { loadConfig } from '../config/load-config.ts'
import { resolveExclusions } from './resolve-exclusions.ts'

describe('resolveExclusions', () => {
  it('finds the line of each of very many bots without asking all of them each time', () => {
    let asked = 0
    const bots = Array.from({ length: 1000 }, (_, index) => ({
      get name() {
        asked++
        return `unit-${index}`
      },
      platform: 'slack',
      exclude: ['USER.md'],
    }))
    const config = loadConfig({ text: '', env: {} })
    const many = { ...config, settings: { ...config.settings, bots } }
    for (let index = 0; index < 1000; index++) {
      const target = { platform: 'Slack', bot: `UNIT-${index}` }
      expect(resolveExclusions(many, {}, target).get('USER')).toBe(`bots[unit-${index}].exclude`)
    }
    expect(asked).toBeLessThan(5000)
  })
})
