import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadLikeHotplex } from '../fixtures/hotplex-loader.ts'
import { hotplexBody } from './hotplex-body.ts'

const TARGET = { platform: '', bot: '', botsOfPlatform: 0, exclude: [] }

/** Lines that matter to a reader of frontmatter, in every order and with every line end. */
const text = fc
  .array(
    fc.tuple(
      fc.constantFrom('---', '--- ', '...', '', 'key: value', 'Text.', '\ufeff---', '中文'),
      fc.constantFrom('\n', '\r\n', '\r'),
    ),
    { maxLength: 8 },
  )
  .map((lines) => lines.map(([line, end]) => line + end).join(''))

describe('hotplexBody', () => {
  it('strips what the described loader strips, whatever the lines', () => {
    const dir = mkdtempSync(join(tmpdir(), 'onesoul-hotplex-'))
    try {
      fc.assert(
        fc.property(text, (content) => {
          writeFileSync(join(dir, 'SOUL.md'), content)
          const { SOUL } = loadLikeHotplex(dir, TARGET)
          expect(hotplexBody(content)).toBe(SOUL?.whole)
        }),
      )
    } finally {
      rmSync(dir, { recursive: true })
    }
  })
})
