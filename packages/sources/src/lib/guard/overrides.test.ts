import { symlink } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { createTempTree } from '../../../test/temp-tree.ts'
import { overridesOutside, parseOverrides, readOverrides } from './overrides.ts'

const SHA = 'a'.repeat(64)
const parse = (text: string) =>
  parseOverrides(text, { file: 'overrides.yaml', today: '2026-05-01' })
const entry = (rest: string) => `overrides:\n  - { rule: a.b, sha256: ${SHA}, ${rest} }\n`

describe('parseOverrides', () => {
  it('reads entries to the last day on which they count', () => {
    const { entries, diagnostics } = parse(
      entry("reason: 'our own docs', until: 2026-05-01, by: ada"),
    )
    expect(diagnostics).toEqual([])
    expect(entries).toEqual([
      { rule: 'a.b', sha256: SHA, reason: 'our own docs', until: '2026-05-01', by: 'ada' },
    ])
  })

  it.each([
    ['without a reason', 'until: 2027-01-01', 'override.invalid', '`reason` is missing'],
    ['with an empty reason', "reason: ' ', until: 2027-01-01", 'override.invalid', 'a sentence'],
    ['without an end', 'reason: x', 'override.invalid', '`until` is missing'],
    ['past its day', 'reason: x, until: 2026-04-30', 'override.expired', '2026-04-30'],
    [
      'with a key that is none',
      'reason: x, until: 2027-01-01, untill: x',
      'override.invalid',
      'until',
    ],
  ])('gives no effect to an entry %s', (_, rest, code, words) => {
    const { entries, diagnostics } = parse(entry(rest))
    expect(entries).toEqual([])
    expect(diagnostics).toMatchObject([{ code, severity: 'warning', source: { line: 2 } }])
    expect(diagnostics[0]?.message).toContain(words)
  })

  it('lets the others count beside a broken one', () => {
    const text = `${entry('reason: x')}  - { rule: c.d, sha256: ${SHA}, reason: y, until: 2027-01-01 }\n`
    const { entries, diagnostics } = parse(text)
    expect(entries.map((one) => one.rule)).toEqual(['c.d'])
    expect(diagnostics).toHaveLength(1)
  })

  it('knows an entry of a rule that there is not, when it is told the rules', () => {
    const text = entry('reason: x, until: 2027-01-01')
    const options = { file: 'overrides.yaml', today: '2026-05-01' }
    const { entries, diagnostics } = parseOverrides(text, { ...options, rules: ['a.bc', 'x.y'] })
    expect(entries).toEqual([])
    expect(diagnostics).toMatchObject([
      { code: 'override.invalid', fix: 'did you mean a.bc?', source: { line: 2 } },
    ])
    expect(parseOverrides(text, { ...options, rules: ['a.b'] }).diagnostics).toEqual([])
  })

  it.each(['[', 'overrides: x', '- a', 'override: []'])('takes nothing from %j', (text) => {
    const { entries, diagnostics } = parse(text)
    expect(entries).toEqual([])
    expect(diagnostics).toMatchObject([{ code: 'override.unreadable', severity: 'warning' }])
  })
})

describe('readOverrides', () => {
  it('reads the file that the configuration names, relative to the home', async () => {
    const tree = await createTempTree({ 'o.yaml': entry('reason: x, until: 2027-01-01') })
    const place = { home: tree.dir, userHome: tree.dir }
    const read = await readOverrides({ ...place, file: 'o.yaml' }, '2026-05-01')
    expect(read).toMatchObject({ path: tree.path('o.yaml'), entries: [{ rule: 'a.b' }] })
    expect(await readOverrides({ ...place, file: null }, '2026-05-01')).toEqual({
      path: null,
      entries: [],
      diagnostics: [],
    })
    const gone = await readOverrides({ ...place, file: 'gone.yaml' }, '2026-05-01')
    expect(gone.diagnostics).toMatchObject([
      {
        code: 'override.unreadable',
        message: 'no finding is overridden: there is no file gone.yaml',
      },
    ])
  })
})

describe('overridesOutside', () => {
  const count = async (path: string, folder: string, home: string | null) => {
    const given = {
      path,
      entries: [{ rule: 'a.b', sha256: SHA, reason: 'x', until: '2027-01-01' }],
    }
    const { entries, diagnostics } = await overridesOutside(
      { ...given, diagnostics: [] },
      { folders: [folder], home, name: 'the work tree' },
    )
    return [entries.length, diagnostics.map(({ code }) => code).join()]
  }

  it('gives no effect to a file in text of others, also by a link', async () => {
    const tree = await createTempTree({
      'work/o.yaml': '',
      'home/own.yaml': '',
      'work/me/o.yaml': '',
    })
    await symlink(tree.path('work/o.yaml'), tree.path('home/linked.yaml'))
    const [work, home] = [tree.path('work'), tree.path('home')]
    const none = [0, 'override.in-target']
    expect(await count(tree.path('work/o.yaml'), work, home)).toEqual(none)
    expect(await count(tree.path('home/linked.yaml'), work, home)).toEqual(none)
    expect(await count(tree.path('work/o.yaml'), work, null)).toEqual(none)
    expect(await count(tree.path('home/own.yaml'), work, home)).toEqual([1, ''])
    expect(await count(tree.path('work/me/o.yaml'), work, tree.path('work/me'))).toEqual([1, ''])
  })
})
