import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BudgetSettings } from '../model/compose-input.ts'
import type { Composition } from '../model/composition.ts'
import { compose } from './compose.ts'
import { DEFAULT_SETTINGS } from './default-settings.ts'
import { composeInput, contentSlots, projectDocument } from './fixtures/compose-fixture.ts'

const LINE = 'Sound the depth before you anchor, 抛锚之前先测水深。\n\n'
const slots = contentSlots({
  SOUL: LINE.repeat(40),
  TOOLS: LINE.repeat(60),
  USER: LINE.repeat(50),
  MEMORY: LINE.repeat(70),
})
const project = ['AGENTS.md', 'pkg/AGENTS.md'].map((path) => ({
  document: projectDocument(path, `${path}\n\n${LINE.repeat(30)}`),
  delivery: 'inject' as const,
  trusted: true,
}))

function composeWith(limits: Partial<BudgetSettings>): Composition {
  const budget = { ...DEFAULT_SETTINGS.budget, ...limits }
  return compose(composeInput({ slots, project, settings: { budget } }))
}

const shortOf = ({ diagnostics }: Composition) =>
  diagnostics.filter(({ code }) => code === 'budget.over')

describe('compose, over a total', () => {
  it('says how much everything has, the limit, and the line that keeps it all', () => {
    const [told, ...more] = shortOf(composeWith({ tokens: 3000 }))
    expect(more).toEqual([])
    expect(told).toMatchObject({ code: 'budget.over', severity: 'warning' })
    expect(told?.message).toMatch(
      /^all sections together have \d,\d{3} tokens, over the 3,000-token limit \(budget\.tokens\)$/,
    )
    expect(told?.fix).toMatch(/^keep all of it with `budget\.tokens: \d{4}`$/)
  })

  it('says it first, before what is missing', () => {
    const codes = composeWith({ tokens: 3000 }).diagnostics.map(({ code }) => code)
    expect(codes[0]).toBe('budget.over')
    expect(codes).toContain('budget.cut')
  })

  it('says nothing where all fits', () => {
    expect(shortOf(composeWith({ tokens: null }))).toEqual([])
  })

  it('names figures that keep everything, and no smaller ones would', () => {
    const limit = fc.integer({ min: 1500, max: 9000 })
    fc.assert(
      fc.property(limit, limit, limit, (tokens, total, ofProject) => {
        const told = shortOf(composeWith({ tokens, total, project: ofProject }))
        const raised = Object.fromEntries(
          told.map(({ fix = '' }) => {
            const [, key = '', amount] = /`budget\.(\w+): (\d+)`/.exec(fix) ?? []
            return [key, Number(amount)]
          }),
        )
        const limits = { tokens, total, project: ofProject, ...raised }
        const whole = composeWith(limits)
        expect(whole.diagnostics).toEqual([])
        expect(whole.manifest.sections.map(({ status }) => status)).not.toContain('cut')
        for (const [key, amount] of Object.entries(raised)) {
          expect(shortOf(composeWith({ ...limits, [key]: amount - 1 }))).toHaveLength(1)
        }
      }),
      { numRuns: 40 },
    )
  })
})
