import type { SkillOffer } from '@onesoul/agents'
import type { Skill, SkillShown } from '@onesoul/core'
import { describe, expect, it } from 'vitest'
import { noteSkills } from './skill-notes.ts'

function offer(shown: readonly SkillShown[], more: Partial<SkillOffer> = {}): SkillOffer {
  const shares = shown.map((one) => ({ name: 'a', shown: one, description: '' }))
  return { bundle: null, offered: [], shares, kept: [], unready: [], ...more }
}

describe(noteSkills, () => {
  it('says nothing when nothing is lost', () => {
    expect(noteSkills('Codex', offer(['whole', 'whole']))).toEqual([])
  })

  it('counts every kind of loss in one line', () => {
    const shown = ['whole', 'shortened', 'shortened', 'name', 'left-out'] as const
    expect(noteSkills('OpenCode', offer(shown, { kept: ['quiet'] }))).toEqual([
      'of 6 skills for OpenCode: 2 with a shortened description, 1 by name alone, 1 left out, 1 left out because its model may not call them; `onesoul skills list` has them all',
    ])
  })

  it('names what the agent lists although it is not ready', () => {
    const unready = ['a', 'b', 'c', 'd'].map((name) => ({ name, status: 'untrusted' }) as Skill)
    expect(noteSkills('Codex', offer([], { unready }))).toEqual([
      'Codex finds by itself what is not ready here: a (untrusted), b (untrusted), c (untrusted) and 1 more',
    ])
  })
})
