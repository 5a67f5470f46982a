import { describe, expect, it } from 'vitest'
import type { NativePart } from '../model/compose-input.ts'
import { compose } from './compose.ts'
import { composeInput, slotDocument } from './fixtures/compose-fixture.ts'

const DOCUMENTS = [
  slotDocument('AGENTS', '---\nversion: 1\n---\nOne rule.\nTwo rules.\n', 'global'),
  slotDocument('AGENTS', 'A rule of the platform.\n', 'platform'),
]

const reason = 'claude-code reads it itself'

const rulesWith = (native: readonly NativePart[], required = false) => {
  const composed = compose(
    composeInput({
      slots: [
        {
          slot: 'AGENTS',
          required,
          resolution: { outcome: 'content', documents: DOCUMENTS },
          native,
        },
      ],
    }),
  )
  const section = composed.manifest.sections.find((one) => one.id === 'rules')
  return { composed, section }
}

describe('compose with a slot that the agent brings', () => {
  it('leaves all of it out, with the reason on every line', () => {
    const native = [0, 1].map((document) => ({ document, reason }))
    const { composed, section } = rulesWith(native, true)
    expect(composed.refusal).toBeNull()
    expect(composed.text).not.toContain('rule.')
    expect(section).toMatchObject({ status: 'native', reason, spans: [] })
    expect(section?.omitted).toEqual([
      { source: 0, lines: [1, 5], reason: 'native', headings: [] },
      { source: 1, lines: [1, 1], reason: 'native', headings: [] },
    ])
  })

  it.each([
    [0, 'A rule of the platform.', 'One rule.'],
    [1, 'One rule.\nTwo rules.', 'A rule of the platform.'],
  ])('leaves document %i of a joined slot out and sends the other', (document, sent, left) => {
    const { composed, section } = rulesWith([{ document, reason }])
    expect(composed.text).toContain(sent)
    expect(composed.text).not.toContain(left)
    expect(section?.status).toBe('included')
    expect(section?.omitted.find((one) => one.source === document)?.reason).toBe('native')
    const sources = section?.spans.flatMap((span) => ('source' in span ? [span.source] : []))
    expect(new Set(sources)).toEqual(new Set([1 - document]))
  })
})
