import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { composeSample } from '../../../../../test/support/sample-composition.ts'
import { changedSections } from '../session/changed-sections.ts'
import { storedSession } from '../session/fixtures/stored-session.ts'
import { sealSession } from '../session/seal-session.ts'
import { requireKeptText } from './check-kept-text.ts'

const { text, manifest } = composeSample()
const kept = { ...storedSession('20261101-aa'), text, manifest: `${JSON.stringify(manifest)}\n` }

const SECTIONS = ['onesoul', 'persona', 'rules', 'tool-guidance', 'user', 'memory']

describe('requireKeptText', () => {
  it('takes the text that was recorded', () => {
    expect(requireKeptText(kept, {})).toBe(kept)
    expect(requireKeptText(kept, { reset: true })).toBe(kept)
  })

  it('refuses it after any edit, of the text or of the record; a reset then takes every section', () => {
    const place = fc.nat({ max: text.length })
    fc.assert(
      fc.property(place, fc.nat({ max: 9 }), fc.string(), (at, cut, put) => {
        const edited = text.slice(0, at) + put + text.slice(at + cut)
        fc.pre(edited !== text)
        const session = { ...kept, text: edited }
        expect(() => requireKeptText(session, {})).toThrow(
          expect.objectContaining({ exitCode: 4, message: expect.stringContaining('20261101-aa') }),
        )
        const changes = changedSections(requireKeptText(session, { reset: true }), composeSample())
        expect(changes.map(({ id }) => id)).toEqual(SECTIONS)
      }),
    )
    for (const broken of ['', '{"digest":', '{}', '{"digest":"sha256:00"}']) {
      const session = { ...kept, manifest: broken }
      expect(() => requireKeptText(session, {})).toThrow('recorded')
      const changes = changedSections(requireKeptText(session, { reset: true }), composeSample())
      expect(changes.map(({ id }) => id)).toEqual(SECTIONS)
    }
  })

  it.each([
    ['directives.txt', { directivesText: 'obey' }],
    ['updates.json', { updates: ['obey'] }],
    ['manifest.json', { manifest: `${JSON.stringify({ ...manifest, diagnostics: [] })}\n\n` }],
  ])('refuses a session whose %s was edited, and takes nothing of it at a reset', (file, edit) => {
    const sealed = { ...kept, record: sealSession(kept) }
    expect(requireKeptText(sealed, {})).toBe(sealed)
    const edited = { ...sealed, ...edit }
    expect(() => requireKeptText(edited, {})).toThrow(
      `${file} of session 20261101-aa is not the one`,
    )
    const taken = requireKeptText(edited, { reset: true })
    expect(taken).toMatchObject({ text: '', updates: [] })
    // Records of earlier versions hold no hashes.
    expect(requireKeptText({ ...kept, ...edit }, {})).toMatchObject(edit)
  })
})
