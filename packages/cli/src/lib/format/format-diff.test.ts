import type { CompositionDifference, LineChange } from '@onesoul/core'
import { describe, expect, it } from 'vitest'
import { formatDiff } from './format-diff.ts'

const HOSTILE = 'a\u001b[2J\r\u202e\u2028b'
const SHOWN = 'a\\u{1b}[2J\\u{d}\\u{202e}\\u{2028}b'
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
const labels = { before: `git:${HOSTILE}`, after: 'now' }

function differenceOf(lines: readonly LineChange[]): CompositionDifference {
  const record = {
    status: 'included',
    sources: [{ root: 'worktree', path: HOSTILE }],
    size: { chars: 9, bytes: 9, tokens: 1234 },
  }
  const sections = [
    {
      id: `project:${HOSTILE}`,
      change: 'changed',
      before: record,
      after: record,
      tokens: 0,
      hunks: [{ before: 1, after: 1, lines }],
    },
  ]
  return {
    same: false,
    sections,
    tokens: { before: 1234, after: 1212, change: -22 },
    cache: {
      at: { part: 'system/0', offset: 3, section: 'rules' },
      keptTokens: 9,
      rereadTokens: 1203,
    },
  } as unknown as CompositionDifference
}

describe('formatDiff', () => {
  it('lets no text of others act on the terminal', () => {
    const shown = formatDiff(differenceOf([{ kind: 'added', text: HOSTILE }]), {
      labels,
      style,
      whole: false,
    })
    expect(shown.split(SHOWN)).toHaveLength(4)
    for (const raw of ['\u001b', '\r', '\u202e', '\u2028']) expect(shown).not.toContain(raw)
    expect(shown).toContain('1,234 → 1,212 tokens (−22)')
    expect(shown).toContain('the first 9 tokens stay; 1,203 are read anew, from rules on')
  })

  it('shows the first lines of many, and all of them on request', () => {
    const lines = Array.from({ length: 40 }, (_, index) => ({
      kind: 'removed' as const,
      text: `line ${index}.`,
    }))
    const short = formatDiff(differenceOf(lines), { labels, style, whole: false })
    expect(short).toContain('- line 29.')
    expect(short).not.toContain('- line 30.')
    expect(short).toContain('… 10 more lines: --verbose shows all')
    const whole = formatDiff(differenceOf(lines), { labels, style, whole: true })
    expect(whole).toContain('- line 39.')
    expect(whole).not.toContain('--verbose')
  })
})
