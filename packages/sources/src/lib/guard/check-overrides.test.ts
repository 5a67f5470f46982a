import { describe, expect, it } from 'vitest'
import { createTempTree } from '../../../test/temp-tree.ts'
import { inspectHome } from '../home/inspect-home.ts'
import { openHome } from '../home/open-home.ts'
import { checkOverrides } from './check-overrides.ts'

const SHA = 'a'.repeat(64)
const entry = (rule: string, until: string) =>
  `  - { rule: ${rule}, sha256: ${SHA}, reason: x, until: ${until} }\n`

const homeWith = async (files: Readonly<Record<string, string>>) => {
  const tree = await createTempTree({
    'h/config.yaml': 'guard:\n  overrides: o.yaml\n',
    'h/agent-configs/SOUL.md': 'You are Ann.\n',
    ...files,
  })
  const home = await openHome({ dir: tree.path('h'), cwd: tree.dir, env: { HOME: tree.dir } })
  return { tree, home }
}

describe('checkOverrides', () => {
  it('has nothing to check when no file is named', async () => {
    const { home } = await homeWith({ 'h/config.yaml': 'language: en\n' })
    expect(await checkOverrides(home, '2026-05-01')).toBeNull()
  })

  it('finds an error where it stands, and warns of what is past its day', async () => {
    const text = `overrides:\n${entry('override.ignore-prior', '2026-05-01')}${entry('override.ignore-prio', '2027-01-01')}${entry('override.ignore-prior', '2026-04-30')}`
    const { home, tree } = await homeWith({ 'h/o.yaml': text })
    expect(await checkOverrides(home, '2026-05-01')).toMatchObject({
      path: tree.path('h/o.yaml'),
      diagnostics: [
        {
          code: 'override.invalid',
          severity: 'error',
          source: { path: 'o.yaml', line: 3 },
          fix: 'did you mean override.ignore-prior?',
        },
        { code: 'override.expired', severity: 'warning', source: { path: 'o.yaml', line: 4 } },
      ],
    })
  })

  it('finds a file that is none, and one that is not there by the line that names it', async () => {
    const { home } = await homeWith({ 'h/o.yaml': 'overrides:\n  - [\n' })
    expect((await checkOverrides(home, '2026-05-01'))?.diagnostics).toMatchObject([
      { code: 'override.unreadable', severity: 'error', source: { path: 'o.yaml' } },
    ])
    const { home: without } = await homeWith({})
    const gone = {
      code: 'override.unreadable',
      severity: 'error',
      source: { path: 'config.yaml', line: 2 },
    }
    expect((await checkOverrides(without, '2026-05-01'))?.diagnostics).toMatchObject([gone])
    expect(await inspectHome(without)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...gone, source: { root: 'home', ...gone.source } }),
      ]),
    )
  })
})
