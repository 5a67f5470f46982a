import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { explainText } from '../explain/explain-text.ts'
import { compose } from './compose.ts'
import { DEFAULT_SETTINGS } from './default-settings.ts'
import {
  composeInput,
  contentSlots,
  type InputChanges,
  projectDocument,
  slotDocument,
} from './fixtures/compose-fixture.ts'

const LONG = Array.from({ length: 60 }, (_, line) => `Line ${line} of a long file.\n`).join('\n')
const PROMISE = /read the file|请读该文件/
const small = { ...DEFAULT_SETTINGS.budget, perFile: 400, project: 400 }

const made = ({ settings, ...changes }: InputChanges) =>
  compose(composeInput({ ...changes, settings: { budget: small, ...settings } }))

const slots = contentSlots({ AGENTS: LONG, MEMORY: LONG })
const project = [
  { document: projectDocument('AGENTS.md', LONG), delivery: 'inject', trusted: true },
] as const

describe('the marker of a cut', () => {
  it.each(['en', 'zh'] as const)(
    'promises a reading only of a file that the agent can read (%s)',
    (language) => {
      const marked = (changes: InputChanges, canReadFiles: boolean) => {
        const { text, manifest } = made({ ...changes, settings: { language, canReadFiles } })
        expect(manifest.sections.filter((one) => one.status === 'cut').length).toBeGreaterThan(0)
        return PROMISE.test(text)
      }
      expect(marked({ slots }, true)).toBe(false)
      expect(marked({ slots }, false)).toBe(false)
      expect(marked({ project }, false)).toBe(false)
      expect(marked({ project }, true)).toBe(true)
    },
  )

  it('is no text of the file: nothing leads it back to a line', () => {
    const composition = made({ project })
    const [found] = explainText(composition, 'read the file when you need them')
    expect(found).toMatchObject({ verdict: 'in', rule: 'cut-marker' })
  })

  it('is the same bytes in every composition of the same files', () => {
    const first = made({ slots, project })
    for (const facts of [null, { schemaVersion: 1 as const, platform: 'slack' }]) {
      const again = made({ slots, project, facts })
      expect(again.text.endsWith(first.text.slice(first.text.indexOf('<directives>')))).toBe(true)
    }
    expect(made({ slots, project }).manifest.digest).toBe(first.manifest.digest)
  })
})

describe('a cut of joined files', () => {
  it('is made over both as one file, and names the lost lines and headings of each', () => {
    const part = (name: string) =>
      Array.from({ length: 9 }, (_, at) => `## ${name} ${at}\n\n${'word '.repeat(20)}\n`).join('\n')
    const lengths = fc.integer({ min: 300, max: 3000 })
    fc.assert(
      fc.property(lengths, (perFile) => {
        const documents = [
          slotDocument('AGENTS', part('Base')),
          slotDocument('AGENTS', `---\ninherit: append\n---\n${part('Own')}`, 'platform'),
        ]
        const resolution = { outcome: 'content', documents } as const
        const composition = made({
          slots: [{ slot: 'AGENTS', required: false, resolution }],
          settings: { budget: { ...small, perFile } },
        })
        const rules = composition.manifest.sections.find((one) => one.id === 'rules')
        const lost = rules?.omitted.filter((one) => one.reason === 'budget') ?? []
        const kept = composition.placed.filter(
          ({ section, piece }) =>
            section === 'rules' && ('source' in piece || piece.inserted === 'cut-marker'),
        )
        const chars = kept.reduce((sum, { piece }) => sum + piece.text.length, 0)
        expect(chars).toBeLessThanOrEqual(perFile)
        const headings = ['Base', 'Own'].flatMap((name) =>
          Array.from({ length: 9 }, (_, at) => `${name} ${at}`),
        )
        const named = new Set(lost.flatMap((one) => one.headings))
        for (const heading of headings) {
          expect([heading, composition.text.includes(`## ${heading}\n`)]).toEqual([
            heading,
            !named.has(heading),
          ])
        }
        const told = composition.diagnostics.filter((one) => one.code === 'budget.cut')
        expect(told.length > 0).toBe(lost.length > 0)
      }),
      { numRuns: 40 },
    )
  })
})
