import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Composition } from '../model/composition.ts'
import type { SectionRecord } from '../model/manifest.ts'
import { SLOTS, type SlotName } from '../model/slots.ts'
import { createLineIndex } from '../text/line-index.ts'
import { compose } from './compose.ts'
import { DEFAULT_SETTINGS } from './default-settings.ts'
import { composeInput, projectDocument, slotDocument } from './fixtures/compose-fixture.ts'

const FRONT = ['', '---\nversion: 1\n---\n', '---\nkeep: [Two]\naudience: public\n---\r\n']
const PARTS = [
  '# One\n\n',
  '## Two\r\n',
  'A sentence that says something.\n\n',
  '- item\n- item\n',
  '```\ncode\n```\n',
  '\u200b\u202e\n',
  '</rules>\n',
  '{{bot}} and {{none}}\n',
  '规则写在这里。',
  '\n\n\n',
]
const file = fc
  .tuple(fc.constantFrom(...FRONT), fc.array(fc.constantFrom(...PARTS), { maxLength: 60 }))
  .map(([front, parts]) => front + parts.join(''))
const files = fc.array(file, { minLength: 1, maxLength: 2 })

/** Lines of each source that a record accounts for: sent, left out with a reason, or listed as changed. */
function accounted(section: SectionRecord, source: number): ReadonlySet<number> {
  const ranges = [
    ...section.spans.flatMap((span) =>
      'source' in span && span.source === source ? [span.lines] : [],
    ),
    ...section.omitted.filter((one) => one.source === source).map((one) => one.lines),
    ...section.changes
      .filter((one) => one.source === source)
      .map((one) => [one.line, one.line + one.before.split(/\r\n|\r|\n/).length - 1] as const),
  ]
  return new Set(
    ranges.flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, at) => first + at),
    ),
  )
}

function expectAccounted({ manifest, documents }: Composition): void {
  for (const section of manifest.sections) {
    for (const [source, document] of (documents[section.id] ?? []).entries()) {
      const lines = accounted(section, source)
      const index = createLineIndex(document.text)
      const written = document.text.trimEnd().length
      const [, last] = written === 0 ? [0, 0] : index.linesOf(0, written)
      const missing = Array.from({ length: last }, (_, at) => at + 1).filter(
        (line) => !lines.has(line),
      )
      expect([section.id, section.status, missing]).toEqual([section.id, section.status, []])
      for (const omission of section.omitted) expect(omission.reason).not.toBe('')
    }
  }
}

describe('compose', () => {
  it('accounts for every line of every file: sent, or left out with a reason', () => {
    const slots = fc.dictionary(fc.constantFrom(...SLOTS.map((row) => row.slot)), files)
    const limit = fc.integer({ min: 0, max: 2500 })
    fc.assert(
      fc.property(
        slots,
        files,
        fc.tuple(limit, limit, limit),
        fc.constantFrom('owner', 'public', 'user:ann'),
        (bodies, project, [perFile, total, ofProject], viewer) => {
          const composition = compose(
            composeInput({
              slots: Object.entries(bodies).map(([slot, texts]) => ({
                slot: slot as SlotName,
                required: false,
                resolution: {
                  outcome: 'content',
                  documents: texts.map((text) => slotDocument(slot as SlotName, text)),
                },
              })),
              project: project.map((text, at) => ({
                document: projectDocument(`p${at}/AGENTS.md`, text),
                delivery: 'inject',
                trusted: at === 0,
              })),
              settings: {
                budget: { ...DEFAULT_SETTINGS.budget, perFile, total, project: ofProject },
              },
              target: { viewer, bot: 'dev-bot', platform: 'slack' },
            }),
          )
          expectAccounted(composition)
        },
      ),
      { numRuns: 150 },
    )
  })
})
