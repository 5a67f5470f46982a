import { describe, expect, it } from 'vitest'
import { createTempTree } from '../../../test/temp-tree.ts'
import { openHome } from './open-home.ts'
import { caseVariantsOf, configuredPlaces, placesToInspect } from './places-to-inspect.ts'

const slack = { platform: 'slack', bot: null }

describe('placesToInspect', () => {
  it('takes every place once, and of a misspelt folder only what was meant', async () => {
    const bots = ['a', 'b', 'c'].map((name) => `  - { name: ${name}, platform: slack }\n`).join('')
    const tree = await createTempTree({ 'config.yaml': `bots:\n${bots}`, 'agent-configs/a.md': '' })
    const home = await openHome({ dir: tree.dir })
    expect(configuredPlaces(home)).toEqual([
      slack,
      ...['a', 'b', 'c'].map((bot) => ({ platform: 'slack', bot })),
    ])
    const folders = [
      { platform: 'slack', bot: 'A' },
      { platform: 'Slack', bot: 'x' },
      { platform: 'slack', bot: 'other' },
    ]
    expect(placesToInspect(home, folders)).toEqual([folders[2], ...configuredPlaces(home)])
  })
})

describe('caseVariantsOf', () => {
  it('asks ten thousand folders about ten thousand bots in a moment', () => {
    const bots = Array.from({ length: 10_000 }, (_, index) => ({
      platform: 'slack',
      bot: `bot-${index}`,
    }))
    const isCaseVariant = caseVariantsOf([slack, ...bots])
    const began = performance.now()
    expect(bots.filter(isCaseVariant)).toEqual([])
    const spelt = bots.map(({ platform, bot }) => ({ platform, bot: bot.toUpperCase() }))
    expect(spelt.filter(isCaseVariant)).toEqual(spelt)
    // Each against each takes a minute.
    expect(performance.now() - began).toBeLessThan(3000)
  })
})
