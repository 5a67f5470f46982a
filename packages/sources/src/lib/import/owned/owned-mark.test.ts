import { parseText } from '@onesoul/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isEdited, ownedFilesOf, renderOwned } from './owned-mark.ts'

const ref = {
  root: 'configs',
  kind: 'slot',
  name: 'AGENTS.md',
  path: 'AGENTS.md',
  sha256: '',
} as const

const files = fc.array(
  fc.record({
    path: fc
      .array(fc.stringMatching(/^[\p{L}\p{N} ._:#'"-]{1,12}$/u), { minLength: 1, maxLength: 3 })
      .map((names) => names.map((name) => name.trim() || 'x').join('/'))
      .filter((path) => !path.split('/').some((name) => /^\.{1,2}$/.test(name)))
      .chain((path) => fc.constantFrom(`/home/ada/${path}`, `/srv/${path}`)),
    sha256: fc.stringMatching(/^[0-9a-f]{64}$/),
  }),
  { minLength: 1, maxLength: 3 },
)

describe('renderOwned', () => {
  it('is read back as it was written, with any text and any path, and counts as edited after a change', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), files, (body, listed) => {
        const text = renderOwned({ agent: 'codex', body, files: listed }, '/home/ada')
        const { value: document, diagnostics } = parseText(ref, text)
        expect(diagnostics).toEqual([])
        expect(document.text.slice(document.body.start)).toBe(body)
        const found = ownedFilesOf(document, '/home/ada')
        expect(found.map(({ path, sha256 }) => ({ path, sha256 }))).toEqual(listed)
        expect(isEdited(document)).toBe(false)
        expect(isEdited(parseText(ref, `${text}x`).value)).toBe(true)
      }),
    )
  })
})
