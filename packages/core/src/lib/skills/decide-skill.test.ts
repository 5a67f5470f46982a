import { describe, expect, it } from 'vitest'
import { decideSkill, type SkillRequest } from './decide-skill.ts'
import { sampleSkill } from './fixtures/sample-skill.ts'

const sew = sampleSkill('sew')
const decide = (request: Partial<SkillRequest> = {}) =>
  decideSkill({
    name: 'sew',
    skills: [sew],
    offered: [{ folder: sew.folder, calledAs: 'onesoul:sew' }],
    catalogue: ['help', 'onesoul:sew'],
    ...request,
  })

describe(decideSkill, () => {
  it('allows a ready skill that the catalogue of the session names', () => {
    expect(decide()).toEqual({ allowed: true, skill: sew, calledAs: 'onesoul:sew' })
    expect(decide({ name: 'onesoul:sew' })).toMatchObject({ allowed: true })
    expect(decide({ name: `sew@${sew.path}` })).toMatchObject({ allowed: true })
  })

  it.each([
    'invalid',
    'disabled',
    'shadowed',
    'ambiguous',
    'untrusted',
    'quarantined',
    'gated',
  ] as const)('refuses one that is %s, with the reason', (status) => {
    const skill = sampleSkill('sew', { status, reason: 'it has a knot' })
    expect(decide({ skills: [skill] })).toMatchObject({
      allowed: false,
      code: 'not-ready',
      reason: `skill sew (~/.onesoul/skills/sew/SKILL.md) is ${status}: it has a knot`,
    })
  })

  it('names both paths of a name that two skills have with equal right', () => {
    const status = 'ambiguous'
    const skills = ['a', 'b'].map((place) =>
      sampleSkill('sew', { status, folder: `/${place}/sew`, path: `${place}/sew/SKILL.md` }),
    )
    expect(decide({ skills })).toMatchObject({
      code: 'ambiguous',
      reason: 'sew names several skills: a/sew/SKILL.md and b/sew/SKILL.md',
      hints: ['sew@a/sew/SKILL.md', 'sew@b/sew/SKILL.md'],
    })
  })

  it('takes the ready one where a weaker one is shadowed, and refuses the shadowed one by its path', () => {
    const path = '~/.agents/skills/sew/SKILL.md'
    const shadowed = sampleSkill('sew', {
      status: 'shadowed',
      reason: 'hidden',
      folder: '/o',
      path,
    })
    const skills = [sew, shadowed]
    expect(decide({ skills })).toMatchObject({ allowed: true, skill: sew })
    expect(decide({ skills, name: `sew@${path}` })).toMatchObject({ code: 'not-ready' })
  })

  it('refuses what the catalogue does not name, and what no catalogue proves', () => {
    expect(decide({ catalogue: ['help'] })).toMatchObject({ code: 'unavailable' })
    expect(decide({ offered: [] })).toMatchObject({ code: 'unavailable' })
    expect(decide({ catalogue: null })).toMatchObject({ code: 'discoverable' })
  })

  it('keeps what only a person or only the model may call', () => {
    const facts = { ...sew.facts, byPerson: false }
    expect(decide({ skills: [{ ...sew, facts }] })).toMatchObject({ code: 'not-invocable' })
    expect(decide({ skills: [{ ...sew, facts }], by: 'model' })).toMatchObject({ allowed: true })
    const forPerson = { ...sew, facts: { ...sew.facts, byModel: false } }
    expect(decide({ skills: [forPerson], by: 'model' })).toMatchObject({ code: 'not-invocable' })
  })

  it('knows no other name, and proposes the nearest', () => {
    expect(decide({ name: 'swe' })).toMatchObject({ code: 'unknown', hints: ['did you mean sew?'] })
    expect(decide({ name: 'sew@nowhere' })).toMatchObject({ code: 'unknown' })
  })
})
