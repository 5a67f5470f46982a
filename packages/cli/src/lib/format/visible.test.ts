import type { Manifest } from '@onesoul/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDiagnostics } from './format-diagnostics.ts'
import { formatExplanation } from './format-explanation.ts'
import { formatManifest } from './format-manifest.ts'
import { visible, visibleLines } from './visible.ts'

const HOSTILE = 'a\u001b[2J\u009b1A\r\nb\u202e\u2028/AGENTS.md'
const SHOWN = 'a\\u{1b}[2J\\u{9b}1A\\u{d}\\u{a}b\\u{202e}\\u{2028}/AGENTS.md'
const same = (text: string): string => text
const style = {
  strong: same,
  faint: same,
  warn: same,
  bad: same,
  good: same,
  accent: same,
  width: Number.POSITIVE_INFINITY,
}
const source = { root: 'worktree', path: HOSTILE, line: 1 } as const

describe('visible', () => {
  it('leaves nothing that acts on a terminal or breaks a line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(visible(text)).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u)
      }),
    )
  })

  it('keeps ordinary names, joined emoji and joined letters', () => {
    const name = 'docs/一魂 – naïve 👩‍💻 می‌خواهم.md'
    expect(visible(name)).toBe(name)
  })

  it('keeps the line breaks of a text of several lines', () => {
    expect(visibleLines('a\nb\u001b[2J\n')).toBe('a\nb\\u{1b}[2J\n')
  })
})

describe('names of others in what people read', () => {
  it('cannot act on the terminal from a diagnostic', () => {
    const shown = formatDiagnostics(
      [{ code: 'a.b', severity: 'warning', message: HOSTILE, fix: HOSTILE, source }],
      style,
    )
    expect(shown.split(SHOWN)).toHaveLength(4)
    expect(shown.trimEnd().split('\n')).toHaveLength(2)
  })

  it('cannot act on the terminal from an explanation', () => {
    const place = { verdict: 'not', section: `project:${HOSTILE}`, source, line: 1, rule: HOSTILE }
    const shown = formatExplanation([place as never], style)
    expect(shown.split(SHOWN)).toHaveLength(4)
    expect(shown.trimEnd().split('\n')).toHaveLength(1)
  })

  it('cannot act on the terminal from the table of a manifest', () => {
    const size = { chars: 1, bytes: 1, tokens: 1 }
    const section = {
      id: `project:${HOSTILE}`,
      half: 'context',
      status: 'dropped',
      reason: HOSTILE,
      required: false,
      sources: [source],
      changes: [],
      size,
    }
    const manifest = {
      target: { platform: null, bot: null },
      totals: { ...size, maxTokens: null },
      sections: [section],
      diagnostics: [],
    } as unknown as Manifest
    const shown = formatManifest(manifest, { target: 'any agent', style })
    expect(shown.split(SHOWN)).toHaveLength(3)
    expect(shown).not.toContain('\u001b')
  })
})
