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
    expect(told?.fix).toMatch(/^keep all of it with `budget\.tokens: \d000`$/)
  })

  it('says it first, before what is missing', () => {
    const codes = composeWith({ tokens: 3000 }).diagnostics.map(({ code }) => code)
    expect(codes[0]).toBe('budget.over')
    expect(codes).toContain('budget.cut')
  })

  it('says of a section that is cut what the others leave to it', () => {
    const cuts = composeWith({ tokens: 3000 }).diagnostics.filter(
      (one) => one.code === 'budget.cut',
    )
    expect(cuts.map((one) => one.message)).toContainEqual(
      expect.stringMatching(
        /^cut: \d+ lines over the [\d,]+ characters that others leave of budget\.tokens/,
      ),
    )
  })

  it('names a line that also keeps a session whole, which has facts', () => {
    const [told] = shortOf(composeWith({ tokens: 3000 }))
    const tokens = Number(/\d+/.exec(told?.fix ?? '')?.[0])
    const names = ['resume', 'resume_terminated', 'streaming', 'tools', 'native_catalog']
    const facts = {
      schemaVersion: 1,
      agent: 'claude-code',
      scope: 'bot',
      capabilities: names,
    } as const
    const budget = { ...DEFAULT_SETTINGS.budget, tokens }
    const made = compose(composeInput({ slots, project, facts, settings: { budget } }))
    expect(made.text).toContain('<runtime-facts')
    expect(made.diagnostics).toEqual([])
  })

  it('says nothing where all fits', () => {
    expect(shortOf(composeWith({ tokens: null }))).toEqual([])
  })

  it('names what is needed to a token or character, and a line that keeps everything', () => {
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
        for (const { message } of told) {
          const [, amount = '', key = ''] = /have ([\d,]+) .*\(budget\.(\w+)\)/.exec(message) ?? []
          const needed = Number(amount.replaceAll(',', ''))
          expect(shortOf(composeWith({ ...limits, [key]: needed }))).toEqual([])
          expect(shortOf(composeWith({ ...limits, [key]: needed - 1 }))).toHaveLength(1)
        }
      }),
      { numRuns: 40 },
    )
  })
})
