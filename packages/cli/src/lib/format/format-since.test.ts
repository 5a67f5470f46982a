import { compareCompositions } from '@onesoul/core'
import { describe, expect, it } from 'vitest'
import { composeSample, SAMPLE_SLOTS } from '../../../../../test/support/sample-composition.ts'
import { storedSession } from '../session/fixtures/stored-session.ts'
import { createTerminal } from '../terminal/terminal.ts'
import { formatSince, type ResetCost } from './format-since.ts'

const { style } = createTerminal({
  stdout: process.stdout,
  stderr: process.stderr,
  stdinIsTTY: false,
  env: { NO_COLOR: '1' },
})
const { record } = storedSession('20261101-aa', { name: 'voyage' })
const before = composeSample()
const { MEMORY: _, ...slots } = SAMPLE_SLOTS
const after = composeSample({ slots: { ...slots, USER: 'She reads at noon.\n' } })

const show = (now: typeof before, cost: ResetCost): string =>
  formatSince(compareCompositions(before, now), { record, cost, style })

describe('formatSince', () => {
  it('has a line for each changed section, the cost, and the command', () => {
    const shown = show(after, { how: 'replaces', from: 'user', keptTokens: 1900, rereadTokens: 51 })
    expect(shown).toContain('onesoul · session voyage (dry-run 1) → now')
    expect(shown).toMatch(/^ {4}user \(USER\.md\) +\d+ → \d+ +[−+]?\d+ {2}changed$/m)
    expect(shown).toMatch(/^ {4}memory \(MEMORY\.md, no longer there\) +\d+ → 0 +−\d+ {2}removed$/m)
    expect(shown).toMatch(/^ {4}4 other sections would stay$/m)
    expect(shown).toContain(
      'keeps 1,900 tokens of the cached prompt and has 51 read anew, from user',
    )
    expect(shown.trimEnd()).toMatch(/onesoul run dry-run --resume voyage --reset$/)
  })

  it('says of an agent that supersedes that nothing is read anew', () => {
    const shown = show(after, { how: 'supersedes', addedTokens: 1234 })
    expect(shown).toContain('adds 1,234 tokens behind the conversation; nothing before them')
  })

  it('says that nothing would change', () => {
    const cost = { how: 'replaces', from: null, keptTokens: 1, rereadTokens: 0 } as const
    expect(show(before, cost)).toMatch(/\(0\)\n\n {2}nothing would change\n$/)
  })

  it('does not call a change of the words around the sections nothing', () => {
    const text = before.text.replace('These directives bind you', 'These directives hold you')
    const now = { ...before, text, parts: before.parts.map((part) => ({ ...part, text })) }
    const cost = { how: 'replaces', from: 'frame', keptTokens: 1, rereadTokens: 9 } as const
    expect(show(now, cost)).toContain('only the words around the sections')
  })
})
