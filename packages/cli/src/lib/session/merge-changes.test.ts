import { type Composition, estimateTokens } from '@onesoul/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { composeSample, SAMPLE_SLOTS } from '../../../../../test/support/sample-composition.ts'
import { asComposition, changedTexts } from './changed-sections.ts'
import { storedSession } from './fixtures/stored-session.ts'
import { mergeChanges } from './merge-changes.ts'

type Slots = NonNullable<NonNullable<Parameters<typeof composeSample>[0]>['slots']>

const OTHER: Slots = {
  SOUL: 'You are Gull, who flies.\n',
  AGENTS: '- Use yarn.\n',
  TOOLS: 'Use `fd`. 用 fd。\n',
  USER: 'She reads at noon.\n',
  MEMORY: 'The fog 🌫️ lifted.\n',
}
const SLOT_OF: Readonly<Record<string, keyof Slots>> = {
  persona: 'SOUL',
  rules: 'AGENTS',
  'tool-guidance': 'TOOLS',
  user: 'USER',
  memory: 'MEMORY',
}

const differences = (before: Composition, now: Composition) =>
  changedTexts(
    {
      ...storedSession('20261101-aa'),
      text: before.text,
      manifest: JSON.stringify(before.manifest),
    },
    now,
  )

/** The sample slots with some changed or gone. */
function change(kinds: Readonly<Record<string, string>>): Slots {
  const kept = Object.entries(SAMPLE_SLOTS).filter(([slot]) => kinds[slot] !== 'gone')
  const texts = kept.map(([slot, text]) => [
    slot,
    kinds[slot] === 'changed' ? OTHER[slot as keyof Slots] : text,
  ])
  return Object.fromEntries(texts)
}

/** The sample slots, those of the named sections as they are in `now`. */
function mix(now: Slots, sections: readonly string[]): Slots {
  const slots = new Set(sections.map((id) => SLOT_OF[id]))
  const kept = Object.entries(SAMPLE_SLOTS).filter(([slot]) => !slots.has(slot as keyof Slots))
  const taken = Object.entries(now).filter(([slot]) => slots.has(slot as keyof Slots))
  return Object.fromEntries([...kept, ...taken])
}

describe('mergeChanges', () => {
  it('is what would have been composed of the taken slots of now and the others as they were', () => {
    const choice = fc.constantFrom('same', 'changed', 'gone')
    const slots = fc.record({ SOUL: choice, AGENTS: choice, TOOLS: choice, USER: choice })
    const take = fc.subarray(Object.keys(SLOT_OF))
    fc.assert(
      fc.property(slots, take, (kinds, taken) => {
        const now = change(kinds)
        const [before, after] = [composeSample(), composeSample({ slots: now })]
        const all = differences(before, after)
        const merged = mergeChanges(before, after, {
          taken: all.filter(({ id }) => taken.includes(id)),
          kept: all.filter(({ id }) => !taken.includes(id)),
        })
        const mixed = mix(now, taken)
        const expected = composeSample({ slots: mixed })
        expect(merged?.text).toBe(expected.text)
        expect(merged?.manifest.digest).toBe(expected.manifest.digest)
        expect(merged?.manifest.totals).toEqual(expected.manifest.totals)
        const spans = (composition: typeof merged) =>
          composition?.manifest.sections.map(({ id, spans: places }) => [id, places])
        expect(spans(merged)).toEqual(spans(expected))
      }),
      { numRuns: 60 },
    )
  })

  it('takes a slot that came, beside one that changed and stays as it was', () => {
    const { MEMORY: _, ...four } = SAMPLE_SLOTS
    const before = composeSample({ slots: four })
    const now = composeSample({ slots: { ...SAMPLE_SLOTS, AGENTS: OTHER.AGENTS ?? '' } })
    const all = differences(before, now)
    const merged = mergeChanges(before, now, {
      taken: all.filter(({ id }) => id === 'memory'),
      kept: all.filter(({ id }) => id === 'rules'),
    })
    expect(merged?.text).toBe(composeSample().text)
    expect(estimateTokens(merged?.text ?? '')).toBe(merged?.manifest.totals.tokens)
  })

  it('gives up where one slot came and another went', () => {
    const { MEMORY: _, ...four } = SAMPLE_SLOTS
    const { USER: __, ...others } = SAMPLE_SLOTS
    const [before, now] = [composeSample({ slots: four }), composeSample({ slots: others })]
    const all = differences(before, now)
    const merged = mergeChanges(before, now, {
      taken: all.filter(({ id }) => id === 'memory'),
      kept: all.filter(({ id }) => id === 'user'),
    })
    expect(merged).toBeNull()
  })

  it('leaves a session whose manifest and text compare as equal', () => {
    const now = composeSample({ slots: { ...SAMPLE_SLOTS, ...OTHER } })
    const before = composeSample()
    const merged = mergeChanges(before, now, { taken: differences(before, now), kept: [] })
    const { text = '', manifest } = merged ?? {}
    const session = { ...storedSession('20261101-aa'), text, manifest: JSON.stringify(manifest) }
    expect(asComposition(session).parts[0]?.text).toBe(now.text)
    expect(changedTexts(session, now)).toEqual([])
  })
})
