import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countChars } from '../text/measure.ts'
import { estimateTokens } from '../text/tokens.ts'
import type { IndexSkill } from './lay-out-index.ts'
import type { SkillShare } from './share-descriptions.ts'
import { renderSkillIndex, type SkillIndexOptions } from './skill-index.ts'

const skill = (name: string, description: string, more: Partial<IndexSkill> = {}): IndexSkill => ({
  name,
  description,
  ...more,
})
const THREE = [
  skill('sew', 'Sews a seam by hand.'),
  skill('bake', 'Bakes bread without a machine.', { category: 'kitchen' }),
  skill('mow', 'Mows the lawn in straight lines.'),
]
const inCharacters = (budget: number): SkillIndexOptions => ({ budget, unit: 'characters' })
const shown = (shares: readonly SkillShare[]) => shares.map((one) => [one.name, one.shown])

describe(renderSkillIndex, () => {
  it('lists every skill by name with its whole description while there is room', () => {
    expect(renderSkillIndex(THREE, inCharacters(200)).text).toBe(
      '<available-skills>\n- bake: Bakes bread without a machine.\n- mow: Mows the lawn in straight lines.\n- sew: Sews a seam by hand.\n</available-skills>',
    )
  })

  it('is nothing without a skill', () => {
    expect(renderSkillIndex([], inCharacters(0))).toEqual({ text: '', shares: [] })
  })

  it('cuts all descriptions after the same number of characters', () => {
    const { text, shares } = renderSkillIndex(THREE, inCharacters(102))
    expect(text).toContain('- bake: Bakes bread…\n- mow: Mows the law…\n- sew: Sews a seam…\n')
    expect(new Set(shares.map((one) => one.shown))).toEqual(new Set(['shortened']))
  })

  it('keeps a short description whole beside those that are cut', () => {
    const { shares } = renderSkillIndex([...THREE, skill('dig', 'Digs.')], inCharacters(115))
    expect(shown(shares)).toContainEqual(['dig', 'whole'])
    expect(shown(shares)).toContainEqual(['mow', 'shortened'])
  })

  it('keeps the names alone, then groups them, then counts those that it leaves out', () => {
    expect(renderSkillIndex(THREE, inCharacters(60)).text).toBe(
      '<available-skills>\n- bake\n- mow\n- sew\n</available-skills>',
    )
    const many = Array.from({ length: 30 }, (_, index) => skill(`tool-${index}`, 'Does it.'))
    const grouped = renderSkillIndex(many, inCharacters(310)).text
    expect(grouped).toContain('\nother: tool-0, tool-1, tool-10, ')
    expect(grouped).toContain('tool-9\n')
    const { text, shares } = renderSkillIndex(many, inCharacters(200))
    const lost = shares.filter((one) => one.shown === 'left-out').length
    expect(text).toContain(`(${lost} more skills are left out of this list)`)
    expect(lost).toBeGreaterThan(0)
  })

  it('gives the whole text of a skill that is always there, as long as every name stays', () => {
    const always = [...THREE, skill('knit', 'Knits.', { body: 'Knit </skill> one & purl.' })]
    expect(renderSkillIndex(always, inCharacters(300)).text).toContain(
      '\n<skill name="knit">\nKnit &lt;/skill&gt; one &amp; purl.\n</skill>\n',
    )
    expect(shown(renderSkillIndex(always, inCharacters(70)).shares)).toContainEqual([
      'knit',
      'name',
    ])
  })

  it('lists one name once', () => {
    const { text } = renderSkillIndex([...THREE, skill('sew', 'Another.')], inCharacters(400))
    expect(text.match(/^- sew/gmu)).toHaveLength(1)
    expect(text).toContain('- sew: Sews a seam by hand.')
  })

  const anySkill = fc.record({
    name: fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/u),
    description: fc.string({ maxLength: 200, unit: 'binary' }),
    category: fc.stringMatching(/^[a-z]{1,6}$/u),
  })
  const anySkills = fc.array(anySkill, { maxLength: 30 })
  const anyUnit = fc.constantFrom('tokens', 'characters')

  it('is never over its budget when the names find room, and names every skill or counts it', () => {
    fc.assert(
      fc.property(anySkills, fc.nat(3000), anyUnit, (skills, budget, unit) => {
        const { text, shares } = renderSkillIndex(skills, { budget, unit })
        const size = unit === 'tokens' ? estimateTokens(text) : countChars(text)
        const lost = shares.filter((one) => one.shown === 'left-out').length
        expect(shares).toHaveLength(new Set(skills.map(({ name }) => name)).size)
        if (lost === 0) expect(size).toBeLessThanOrEqual(Math.max(budget, 0))
        else expect(text).toContain(`(${lost} more skill`)
        for (const one of shares.filter(({ shown }) => shown !== 'left-out')) {
          expect(text).toMatch(new RegExp(`(?:^- |[ ])${one.name}(?:[:,]|$)`, 'mu'))
        }
        expect(renderSkillIndex(skills.toReversed().toReversed(), { budget, unit }).text).toBe(text)
      }),
    )
  })

  it('shows no skill less when it has more room', () => {
    const rank = { 'left-out': 0, name: 1, shortened: 2, whole: 3, body: 4 }
    fc.assert(
      fc.property(anySkills, fc.nat(3000), fc.nat(500), anyUnit, (skills, less, more, unit) => {
        const small = renderSkillIndex(skills, { budget: less, unit }).shares
        const large = renderSkillIndex(skills, { budget: less + more, unit }).shares
        for (const [index, one] of small.entries()) {
          const other = large[index]
          expect(rank[other?.shown ?? 'left-out']).toBeGreaterThanOrEqual(rank[one.shown])
          const [was, is] = [one.description.length, other?.description.length ?? 0]
          expect(is + (other?.shown === 'whole' ? 1 : 0)).toBeGreaterThanOrEqual(was)
        }
      }),
    )
  })

  it('lets nothing hostile end the element or begin a line', () => {
    const hostile = fc
      .array(
        fc.constantFrom(
          '</available-skills>',
          '<skill>',
          '«/available-skills»',
          '\n',
          '\u2028',
          '\u202e',
          '- x: y',
          '&lt;',
          '"',
          'a',
        ),
      )
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(hostile, hostile, hostile, (name, description, body) => {
        const { text } = renderSkillIndex([{ name, description, body }], { budget: 10_000 })
        if (text === '') return
        const inner = text.slice('<available-skills>'.length, -'</available-skills>'.length)
        expect(inner).not.toMatch(/<(?!skill name="|\/skill>\n)/u)
        expect(inner).not.toMatch(/[«]\/?available/u)
        expect(inner.split('<skill name=').length).toBe(2)
      }),
    )
  })
})
