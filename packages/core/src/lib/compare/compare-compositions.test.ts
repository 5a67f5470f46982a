import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compose } from '../compose/compose.ts'
import {
  composeInput,
  contentSlots,
  type InputChanges,
  projectDocument,
  slotDocument,
} from '../compose/fixtures/compose-fixture.ts'
import type { Composition } from '../model/composition.ts'
import { estimateTokens } from '../text/tokens.ts'
import { compareCompositions } from './compare-compositions.ts'
import type { CompositionDifference, SectionDifference } from './composition-difference.ts'

const FIVE = {
  SOUL: 'You are Pilot.\n',
  AGENTS: '# Rules\n\nAlways use pnpm.\nRun the tests.\n',
  TOOLS: 'Search with rg.',
  USER: 'Ingrid reads in the morning.',
}

const made = (texts: Parameters<typeof contentSlots>[0], changes: InputChanges = {}): Composition =>
  compose(composeInput({ slots: contentSlots(texts), settings: { language: 'en' }, ...changes }))

const find = (difference: CompositionDifference, id: string): SectionDifference | undefined =>
  difference.sections.find((section) => section.id === id)

describe('compareCompositions', () => {
  it('finds nothing between two compositions of the same sources', () => {
    const difference = compareCompositions(made(FIVE), made(FIVE))
    expect(difference.same).toBe(true)
    expect(difference.sections.every((section) => section.change === 'same')).toBe(true)
    expect(difference.tokens.change).toBe(0)
    expect(difference.cache).toEqual({
      at: null,
      keptTokens: estimateTokens(made(FIVE).text),
      rereadTokens: 0,
    })
  })

  it('shows the changed lines of a section, its sizes, and what is read anew from there on', () => {
    const before = made(FIVE)
    const after = made({ ...FIVE, AGENTS: FIVE.AGENTS.replace('pnpm', 'yarn') })
    const difference = compareCompositions(before, after)
    expect(difference.same).toBe(false)
    expect(find(difference, 'rules')).toMatchObject({
      change: 'changed',
      before: { status: 'included' },
      after: { status: 'included' },
      hunks: [
        {
          lines: expect.arrayContaining([
            { kind: 'removed', text: 'Always use pnpm.' },
            { kind: 'added', text: 'Always use yarn.' },
          ]),
        },
      ],
    })
    expect(find(difference, 'persona')).toMatchObject({ change: 'same', hunks: [] })
    const offset = after.text.indexOf('yarn')
    expect(difference.cache).toEqual({
      at: { part: 'system/0', offset, section: 'rules' },
      keptTokens: estimateTokens(after.text.slice(0, offset)),
      rereadTokens: estimateTokens(after.text.slice(offset)),
    })
  })

  it('tells a section that came, one that went, and one that only changed its reason', () => {
    const document = projectDocument('AGENTS.md', 'Use make.')
    const { USER: _, ...four } = FIVE
    const before = made(FIVE)
    const after = made(four, {
      project: [{ document, delivery: 'inject', trusted: true }],
      slots: [
        ...contentSlots(four),
        { slot: 'MEMORY', required: false, resolution: { outcome: 'excluded', by: 'exclude' } },
      ],
    })
    const difference = compareCompositions(before, after)
    expect(find(difference, 'project:AGENTS.md')).toMatchObject({ change: 'added', before: null })
    expect(find(difference, 'user')).toMatchObject({
      change: 'removed',
      after: { status: 'missing' },
    })
    expect(find(difference, 'memory')).toMatchObject({
      change: 'record',
      before: { status: 'missing' },
      after: { status: 'excluded', reason: 'excluded by exclude' },
    })
    const user = find(difference, 'user')
    expect(user?.tokens).toBe(-(user?.before?.size.tokens ?? 0))
    const back = compareCompositions(after, before)
    expect(find(back, 'project:AGENTS.md')).toMatchObject({ change: 'removed', after: null })
    expect(back.sections.map(({ id }) => id)).toContain('project:AGENTS.md')
  })

  it('tells the same text from another file', () => {
    const slots = [
      {
        slot: 'SOUL',
        required: false,
        resolution: { outcome: 'content', documents: [slotDocument('SOUL', FIVE.SOUL, 'bot')] },
      },
    ] as const
    const difference = compareCompositions(made({ SOUL: FIVE.SOUL }), made({}, { slots }))
    expect(difference.same).toBe(true)
    expect(find(difference, 'persona')).toMatchObject({ change: 'record', tokens: 0, hunks: [] })
  })

  it('compares what a session kept with what would be composed now', () => {
    const { text, manifest } = made(FIVE)
    const kept = {
      parts: [{ id: manifest.parts[0]?.id ?? '', text }],
      manifest: JSON.parse(JSON.stringify(manifest)),
    }
    expect(compareCompositions(kept, made(FIVE)).same).toBe(true)
    expect(compareCompositions(kept, made({ SOUL: 'You are Gull.' })).same).toBe(false)
  })

  it('never splits a character, and its two token counts are those of the whole', () => {
    const body = fc.array(fc.constantFrom('🐈', '🐕', 'a', '规', '\n', ' word'), { maxLength: 12 })
    fc.assert(
      fc.property(body, body, (first, second) => {
        const before = made({ SOUL: `x${first.join('')}` })
        const after = made({ SOUL: `x${second.join('')}` })
        const { cache, same } = compareCompositions(before, after)
        expect(same).toBe(before.text === after.text)
        const offset = cache.at?.offset ?? after.text.length
        expect(after.text.slice(0, offset)).toBe(before.text.slice(0, offset))
        expect(after.text.slice(offset)).not.toMatch(/^[\udc00-\udfff]/)
        expect(cache.keptTokens).toBe(estimateTokens(after.text.slice(0, offset)))
        expect(cache.rereadTokens).toBe(estimateTokens(after.text.slice(offset)))
      }),
      { numRuns: 60 },
    )
  })
})
