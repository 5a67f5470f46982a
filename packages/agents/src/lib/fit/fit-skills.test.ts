import { describe, expect, it } from 'vitest'
import { CLAUDE_CODE_TRAITS } from '../claude-code/traits.ts'
import type { SkillLimit } from '../port/limits.ts'
import { type FitSkill, fitSkills } from './fit-skills.ts'

const SHORTEN: SkillLimit = {
  kind: 'skills',
  what: 'skill list',
  measured: '1.0.0',
  roots: ['.agents/skills'],
  personal: [],
  bundled: [],
  unit: 'bytes',
  total: 120,
  perDescription: 1000,
  over: 'shorten',
}
const LEAVE_OUT: SkillLimit = { ...SHORTEN, unit: 'characters', total: 60, over: 'leave-out' }

const skill = (name: string, description: string): FitSkill => ({
  name,
  description,
  path: `.agents/skills/${name}/SKILL.md`,
  shown: `r1/${name}`,
  line: 3,
})

const kept = (limit: SkillLimit, skills: readonly FitSkill[]) => {
  const lost = new Map(fitSkills(limit, skills).lost.map((one) => [one.heading, one]))
  return skills.map(({ name, description }) => {
    const loss = lost.get(name)
    return loss?.whole ? null : description.length - (loss?.amount ?? 0)
  })
}

describe('fitSkills', () => {
  it('fits a list that is not over the limit', () => {
    expect(fitSkills(SHORTEN, [skill('a', 'Does a thing.')])).toMatchObject({ lost: [] })
    expect(fitSkills(SHORTEN, [])).toEqual({ used: 0, lost: [] })
  })

  it('shortens all alike, so that short ones stay whole', () => {
    const skills = [skill('a', 'Short.'), skill('b', 'x'.repeat(200)), skill('c', 'y'.repeat(200))]
    const [a = 0, b = 0, c = 0] = kept(SHORTEN, skills).map((one) => one ?? -1)
    expect(a).toBe(6)
    expect(Math.abs(b - c)).toBeLessThanOrEqual(4)
    expect(b + c).toBeGreaterThan(20)
  })

  it('leaves the last out when there is no room for the names', () => {
    const skills = Array.from({ length: 8 }, (_, index) => skill(`s${index}`, 'Does a thing.'))
    expect(kept(SHORTEN, skills)).toEqual([0, 0, 0, 0, 0, 0, null, null])
    expect(fitSkills(SHORTEN, skills).lost.at(-1)).toMatchObject({
      path: '.agents/skills/s7/SKILL.md',
      line: 3,
      heading: 's7',
      sentence: 'Does a thing.',
      reason: 'it is not in the list',
    })
  })

  it('keeps every name and the first descriptions where the agent does', () => {
    const skills = [
      skill('a', 'x'.repeat(20)),
      skill('b', 'y'.repeat(30)),
      skill('c', 'z'.repeat(10)),
    ]
    expect(kept(LEAVE_OUT, skills)).toEqual([20, 0, 10])
    expect(fitSkills(LEAVE_OUT, skills).lost).toMatchObject([
      { heading: 'b', reason: 'its name alone is in the list' },
    ])
  })

  it.each([
    ['sixty alike', Array.from({ length: 60 }, () => 100), `${'W'.repeat(29)}${'.'.repeat(31)}`],
    [
      'of all lengths',
      [42, 152, 262, 372, 482, 592, 42, 152, 262, 372, 482, 592, 42, 152, ...Array(11).fill(262)],
      `${'W'.repeat(11)}.WW${'.'.repeat(11)}`,
    ],
    ['of which the names alone find room', Array.from({ length: 300 }, () => 100), '.'.repeat(300)],
  ])('says what Claude Code 2.1.197 was seen to show of skills: %s', (_, lengths, shown) => {
    const limit = CLAUDE_CODE_TRAITS.limits?.find(({ measured }) => measured === '2.1.197')
    if (limit?.kind !== 'skills') throw new Error('there is no such limit')
    const skills = lengths.map((length, at) =>
      // The separator counts as a part of what a description takes.
      skill(`skill-${String(at).padStart(4, '0')}`, 'x'.repeat(length - 2)),
    )
    const whole = kept(limit, skills).map((size) => ((size ?? 0) > 0 ? 'W' : '.'))
    expect(whole.join('')).toBe(shown)
  })

  it('counts what comes with the agent first, and a description that is too long alone', () => {
    const bundled = [{ name: 'own', size: 80 }]
    expect(kept({ ...SHORTEN, bundled }, [skill('a', 'x'.repeat(40))])[0]).toBeLessThan(40)
    expect(kept({ ...SHORTEN, perDescription: 10 }, [skill('a', 'x'.repeat(40))])).toEqual([10])
  })
})
