import { describe, expect, it } from 'vitest'
import { behavioursFor, behavioursOf } from './behaviours.ts'

describe('behavioursOf', () => {
  it.each([
    ['2.1.197', false],
    ['2.1.331', false],
    ['2.1.332', true],
    ['2.2.0', true],
    ['3.0.0', true],
    ['1.9.999', false],
  ])('takes for %s the newest measured version that is not newer', (version, readsAgentsMd) => {
    expect(behavioursOf(version).readsAgentsMd).toBe(readsAgentsMd)
  })

  it('tells the two measured versions apart in every behaviour', () => {
    const [old, current] = [behavioursOf('2.1.197'), behavioursOf('2.1.332')]
    expect(Object.keys(old).filter((name) => old[name] === current[name])).toEqual([])
  })
})

describe('behavioursFor', () => {
  it('lets a detection say otherwise', () => {
    const detection = {
      found: true,
      id: 'claude-code',
      path: '/bin/claude',
      realPath: '/bin/claude',
      version: '2.1.250',
      proven: false,
      behaviours: { recordsPrompt: true },
    } as const
    expect(behavioursFor(detection)).toEqual({ ...behavioursOf('2.1.197'), recordsPrompt: true })
  })
})
