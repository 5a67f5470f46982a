import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { composeSample } from '../../../../../test/support/sample-composition.ts'
import { storedSession } from '../session/fixtures/stored-session.ts'
import { requireKeptText } from './check-kept-text.ts'

const { text, manifest } = composeSample()
const kept = { ...storedSession('20261101-aa'), text, manifest: `${JSON.stringify(manifest)}\n` }

describe('requireKeptText', () => {
  it('takes the text that was recorded', () => {
    expect(requireKeptText(kept, {})).toBe(kept)
  })

  it('refuses it after any edit, of the text or of the record, but for a reset', () => {
    const place = fc.nat({ max: text.length })
    fc.assert(
      fc.property(place, fc.nat({ max: 9 }), fc.string(), (at, cut, put) => {
        const edited = text.slice(0, at) + put + text.slice(at + cut)
        fc.pre(edited !== text)
        const session = { ...kept, text: edited }
        expect(() => requireKeptText(session, {})).toThrow(
          expect.objectContaining({ exitCode: 4, message: expect.stringContaining('20261101-aa') }),
        )
        expect(requireKeptText(session, { reset: true })).toBe(session)
      }),
    )
    for (const broken of ['', '{"digest":', '{}', '{"digest":"sha256:00"}']) {
      expect(() => requireKeptText({ ...kept, manifest: broken }, {})).toThrow('recorded')
    }
  })
})
