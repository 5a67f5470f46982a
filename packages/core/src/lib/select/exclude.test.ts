import { describe, expect, it } from 'vitest'
import { checkExclude, resolveExclude } from './exclude.ts'

const list = (where: string, ...names: string[]) => ({ where, names })

describe('resolveExclude', () => {
  it.each([
    ['nothing set', {}, [], ''],
    ['global alone', { global: list('g', 'USER.md') }, ['USER'], 'g'],
    [
      'platform replaces global',
      { platform: list('p', 'MEMORY.md'), global: list('g', 'USER.md') },
      ['MEMORY'],
      'p',
    ],
    [
      'bot replaces both',
      { bot: list('b', 'soul.MD'), platform: list('p', 'MEMORY'), global: list('g', 'USER') },
      ['SOUL'],
      'b',
    ],
    ['an empty list clears', { bot: list('b'), platform: list('p', 'MEMORY') }, [], 'b'],
  ])('%s', (_, levels, slots, by) => {
    const result = resolveExclude(levels)
    expect([...result.slots]).toEqual(slots)
    expect(result.by).toBe(by)
  })
})

describe('checkExclude', () => {
  it('accepts file names and slot names in any case', () => {
    expect(checkExclude(list('exclude', 'memory.md', 'USER', ' Soul.md '))).toEqual([])
  })

  it('turns a typo into an error with a suggestion', () => {
    const [diagnostic] = checkExclude(list('bots[dev-bot].exclude', 'MEMROY.md'))
    expect(diagnostic).toMatchObject({ code: 'exclude.unknown', severity: 'error' })
    expect(diagnostic?.message).toBe(
      'bots[dev-bot].exclude: "MEMROY.md" is no slot; did you mean MEMORY.md?',
    )
  })

  it('refuses to exclude the metacognition', () => {
    expect(checkExclude(list('exclude', 'META-COGNITION.md'))).toHaveLength(1)
  })
})
