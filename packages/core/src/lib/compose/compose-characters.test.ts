import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lintComposition } from '../lint/lint-composition.ts'
import type { SlotName } from '../model/slots.ts'
import { compose } from './compose.ts'
import { DEFAULT_SETTINGS } from './default-settings.ts'
import { composeInput, contentSlots, projectDocument } from './fixtures/compose-fixture.ts'
import { section } from './section.ts'

const HALF = /\p{Surrogate}/u

/** Text in which a cut at a unit of UTF-16 often falls into a character. */
const words = fc.constantFrom(
  '🐈‍⬛',
  '👩‍👩‍👧‍👦',
  '𝕬lways ',
  '𠮷野家',
  'Always send it. ',
  '- ',
  '\n\n',
  '\n## 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ',
  '<rules>',
  '{{🐈}}',
  '\n```\n',
  '\u{e0041}',
)
const body = fc.array(words, { minLength: 80, maxLength: 300 }).map((parts) => parts.join(''))
const limit = fc.integer({ min: 0, max: 1500 })
const total = fc.oneof(fc.constant(40_000), fc.integer({ min: 1000, max: 6000 }))

describe('compose', () => {
  it('leaves no half of a character, neither in a prompt nor in what is said about it', () => {
    let cuts = 0
    const bodies = fc.record({ SOUL: body, AGENTS: body, USER: body, MEMORY: body })
    fc.assert(
      fc.property(bodies, body, fc.tuple(limit, total, limit, limit), (texts, more, limits) => {
        const [perFile, total, project, maxChars] = limits
        const budget = { ...DEFAULT_SETTINGS.budget, perFile, total, project }
        const extra = { half: 'context', trust: 'external', maxChars } as const
        const composition = compose(
          composeInput({
            slots: contentSlots(texts as Record<SlotName, string>),
            project: [
              {
                document: projectDocument('𠮷/AGENTS.md', more),
                delivery: 'inject',
                trusted: false,
              },
            ],
            extra: [section({ id: 'hit', stability: 'session', text: more, ...extra })],
            turn: [section({ id: 'now', stability: 'turn', text: more, ...extra })],
            settings: { budget },
          }),
        )
        cuts += composition.manifest.sections.filter((one) => one.status === 'cut').length
        const { documents: _, ...rest } = composition
        const everything = JSON.stringify([rest, lintComposition(composition, budget)])
        // JSON writes half a character as an escape.
        expect(everything).not.toMatch(HALF)
        expect(everything).not.toMatch(/\\ud[89a-f][0-9a-f]{2}/i)
      }),
      { numRuns: 60 },
    )
    expect(cuts).toBeGreaterThan(10)
  })
})
