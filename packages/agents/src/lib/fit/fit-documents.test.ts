import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DocumentLimit } from '../port/limits.ts'
import { type FitFile, fitDocuments } from './fit-documents.ts'

const LIMIT: DocumentLimit = {
  kind: 'documents',
  what: 'project instructions',
  measured: '1.0.0',
  names: ['AGENTS.override.md', 'AGENTS.md'],
  choose: 'first',
  reach: 'way',
  unit: 'bytes',
  perFile: null,
  total: 40,
  cut: 'end',
}

const file = (path: string, text: string): FitFile => {
  const parts = path.split('/')
  const name = parts.pop() ?? ''
  return { path, name, directory: parts.join('/'), text }
}

describe('fitDocuments', () => {
  it('fits what is not over the limit', () => {
    expect(fitDocuments(LIMIT, [file('AGENTS.md', 'x'.repeat(40))])).toEqual({ used: 40, lost: [] })
  })

  it('spends the limit from the root down and names what is lost first', () => {
    const files = [
      file('AGENTS.md', '# A\nKeep this line whole.\n'),
      file('a/AGENTS.md', '# B\nThis one is cut here.\n'),
      file('a/b/AGENTS.md', '# C\nThis one is gone.\n'),
    ]
    const { used, lost } = fitDocuments(LIMIT, files)
    expect(used).toBe(26 + 26 + 22)
    expect(lost).toEqual([
      {
        path: 'a/AGENTS.md',
        line: 2,
        heading: 'B',
        sentence: 'This one is cut here.',
        amount: 12,
        whole: false,
        reason: 'its end is cut off',
      },
      {
        path: 'a/b/AGENTS.md',
        line: 2,
        heading: 'C',
        sentence: 'This one is gone.',
        amount: 22,
        whole: true,
        reason: 'nothing is left of 40 bytes',
      },
    ])
  })

  it('counts the first of the names alone, and tells what an empty one hides', () => {
    const override = [file('AGENTS.override.md', 'short'), file('AGENTS.md', 'x'.repeat(90))]
    expect(fitDocuments(LIMIT, override)).toEqual({ used: 5, lost: [] })
    const empty = [file('AGENTS.override.md', ' \n'), file('AGENTS.md', 'A rule.')]
    expect(fitDocuments(LIMIT, empty).lost).toMatchObject([
      { path: 'AGENTS.md', sentence: 'A rule.', whole: true, amount: 7 },
    ])
  })

  it('counts a character that is kept in part as lost', () => {
    const [loss] = fitDocuments(LIMIT, [file('AGENTS.md', `${'好'.repeat(20)}`)]).lost
    expect(loss).toMatchObject({ amount: 20, sentence: '好'.repeat(20) })
  })

  it('leaves the middle out where the agent does', () => {
    const limit = { ...LIMIT, perFile: 20, total: null, cut: 'middle', unit: 'characters' } as const
    const text = `${'a'.repeat(14)}${'b'.repeat(30)}`
    expect(fitDocuments({ ...limit, choose: 'all' }, [file('SOUL.md', text)]).lost).toMatchObject([
      { amount: 44 - 14 - 4, reason: 'its middle is left out' },
    ])
  })

  it('loses exactly what is over the limit', () => {
    const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 60 }), { maxLength: 5 })
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 100 }), (given, total) => {
        const files = given.map((text, index) => file(`${'d/'.repeat(index)}AGENTS.md`, text))
        const { used, lost } = fitDocuments({ ...LIMIT, total }, files)
        const amount = lost.reduce((sum, loss) => sum + loss.amount, 0)
        expect(amount).toBe(Math.max(0, used - total))
      }),
    )
  })
})
