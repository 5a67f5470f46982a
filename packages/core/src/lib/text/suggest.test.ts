import { describe, expect, it } from 'vitest'
import { suggest } from './suggest.ts'

describe('suggest', () => {
  const slots = ['SOUL.md', 'AGENTS.md', 'TOOLS.md', 'USER.md', 'MEMORY.md']

  it('finds a swapped, missing or extra letter', () => {
    expect(suggest('MEMROY.md', slots)).toBe('MEMORY.md')
    expect(suggest('memry.md', slots)).toBe('MEMORY.md')
    expect(suggest('AGENT.md', slots)).toBe('AGENTS.md')
  })

  it('allows no more edits than it is told', () => {
    expect(suggest('goals', ['tools'])).toBe('tools')
    expect(suggest('goals', ['tools'], 1)).toBeUndefined()
    expect(suggest('tolos', ['tools'], 1)).toBe('tools')
  })

  it('suggests nothing for a word that resembles no candidate', () => {
    expect(suggest('README.txt', slots)).toBeUndefined()
    expect(suggest('', slots)).toBeUndefined()
  })
})
