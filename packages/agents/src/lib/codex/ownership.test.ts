import { describe, expect, it } from 'vitest'
import type { FoundAgent } from '../port/detection.ts'
import type { InstructionFile, OwnershipInput, OwnershipVerdict } from '../port/ownership.ts'
import { NO_FACTS, PROJECT_BUDGET_BYTES } from './facts.ts'
import { ownCodexFiles } from './ownership.ts'

const detection: FoundAgent = {
  found: true,
  id: 'codex',
  path: '/bin/codex',
  realPath: '/bin/codex',
  version: '0.171.0',
  proven: true,
  behaviours: {},
}

function file(path: string, text = 'rule\n'): InstructionFile {
  const slash = path.lastIndexOf('/')
  return {
    path,
    name: path.slice(slash + 1),
    directory: slash < 0 ? '' : path.slice(0, slash),
    text,
    sizeBytes: Buffer.byteLength(text),
  }
}

function judge(
  files: readonly InstructionFile[],
  changes: Partial<OwnershipInput> = {},
): readonly OwnershipVerdict[] {
  const input = { detection, files, cwd: '', hasGitRoot: true, trusted: true, env: {} }
  return ownCodexFiles({ ...input, ...changes })
}

function deliveries(
  files: readonly InstructionFile[],
  changes: Partial<OwnershipInput> = {},
): Record<string, string> {
  return Object.fromEntries(judge(files, changes).map(({ path, delivery }) => [path, delivery]))
}

describe('ownCodexFiles', () => {
  // Each row was measured on 0.171.0 with `codex debug prompt-input`.
  it.each([
    ['nothing', [], {}],
    ['AGENTS.md', ['AGENTS.md'], { 'AGENTS.md': 'native' }],
    ['CLAUDE.md', ['CLAUDE.md'], { 'CLAUDE.md': 'inject' }],
    ['both', ['AGENTS.md', 'CLAUDE.md'], { 'AGENTS.md': 'native', 'CLAUDE.md': 'inject' }],
    ['lower case', ['agents.md'], { 'agents.md': 'inject' }],
    [
      'other tools',
      [
        'GEMINI.md',
        '.hermes.md',
        '.cursorrules',
        'CLAUDE.local.md',
        '.github/copilot-instructions.md',
      ],
      {
        'GEMINI.md': 'inject',
        '.hermes.md': 'inject',
        '.cursorrules': 'inject',
        'CLAUDE.local.md': 'inject',
        '.github/copilot-instructions.md': 'inject',
      },
    ],
  ])('knows a root with %s', (_, paths, expected) => {
    expect(deliveries(paths.map((path) => file(path)))).toEqual(expected)
  })

  it('reads one file per directory from the root to the working directory', () => {
    const files = [
      'AGENTS.md',
      'a/AGENTS.md',
      'a/b/AGENTS.md',
      'a/b/AGENTS.override.md',
      'a/b/c/AGENTS.md',
      'x/AGENTS.md',
    ]
    expect(
      deliveries(
        files.map((path) => file(path)),
        { cwd: 'a/b' },
      ),
    ).toEqual({
      'AGENTS.md': 'native',
      'a/AGENTS.md': 'native',
      'a/b/AGENTS.md': 'shadowed',
      'a/b/AGENTS.override.md': 'native',
      'a/b/c/AGENTS.md': 'inject',
      'x/AGENTS.md': 'inject',
    })
    const [, , overridden] = judge(
      files.map((path) => file(path)),
      { cwd: 'a/b' },
    )
    expect(overridden?.reason).toBe('a/b/AGENTS.override.md stands for it')
  })

  it('reads the working directory alone without a git root', () => {
    expect(deliveries([file('AGENTS.md')], { hasGitRoot: false })).toEqual({
      'AGENTS.md': 'native',
    })
  })

  it.each(['', '  \n'])('injects what an override of %j hides', (text) => {
    const files = [file('AGENTS.md'), file('AGENTS.override.md', text)]
    expect(deliveries(files)).toMatchObject({
      'AGENTS.md': 'inject',
      'AGENTS.override.md': 'native',
    })
  })

  it('counts the bytes that the budget cuts off, from the root down', () => {
    const files = [
      file('AGENTS.md', 'x'.repeat(30_000)),
      file('d/AGENTS.md', 'm'.repeat(5000)),
      file('d/e/AGENTS.md'),
    ]
    const [root, middle, deep] = judge(files, { cwd: 'd/e' })
    expect(root).toMatchObject({ delivery: 'native' })
    expect(root).not.toHaveProperty('lostBytes')
    expect(middle).toMatchObject({
      delivery: 'native',
      lostBytes: 30_000 + 5000 - PROJECT_BUDGET_BYTES,
    })
    expect(deep).toMatchObject({ delivery: 'inject', reason: expect.stringContaining('32 KiB') })
  })

  it('counts bytes, not characters', () => {
    const [verdict] = judge([file('AGENTS.md', `${'x'.repeat(32_767)}é`)])
    expect(verdict?.lostBytes).toBe(1)
  })

  it('injects everything of an untrusted work tree', () => {
    const files = [file('AGENTS.md'), file('CLAUDE.md')]
    expect(deliveries(files, { trusted: false })).toEqual({
      'AGENTS.md': 'inject',
      'CLAUDE.md': 'inject',
    })
  })

  it('hedges nothing', () => {
    expect(judge([file('AGENTS.md'), file('CLAUDE.md')]).every(({ hedged }) => !hedged)).toBe(true)
  })

  const configured = (details: Partial<typeof NO_FACTS>): Partial<OwnershipInput> => ({
    inspection: {
      userSources: [],
      endpoint: { recordable: false, reason: 'x' },
      args: [],
      details: { ...NO_FACTS, ...details },
      notes: [],
    },
  })

  it('counts the names and the bytes of the configuration', () => {
    const files = [file('CLAUDE.md'), file('GEMINI.md'), file('a/AGENTS.md'), file('a/CLAUDE.md')]
    const more = { cwd: 'a', ...configured({ fallbackNames: ['CLAUDE.md', 'GEMINI.md'] }) }
    expect(deliveries(files, more)).toEqual({
      'CLAUDE.md': 'native',
      'GEMINI.md': 'inject',
      'a/AGENTS.md': 'native',
      'a/CLAUDE.md': 'inject',
    })
    const [cut, none] = judge(
      files.filter(({ name }) => name === 'CLAUDE.md'),
      {
        cwd: 'a',
        ...configured({ fallbackNames: ['CLAUDE.md'], projectBytes: 3 }),
      },
    )
    expect(cut).toMatchObject({ delivery: 'native', lostBytes: 2 })
    expect(none).toMatchObject({ delivery: 'inject' })
  })

  it('takes a file that is brought in for none of its own', () => {
    const imported = { ...file('docs/AGENTS.md'), importedBy: ['CLAUDE.md'] }
    expect(deliveries([file('CLAUDE.md'), imported], { cwd: 'docs' })).toEqual({
      'CLAUDE.md': 'inject',
      'docs/AGENTS.md': 'inject',
    })
  })
})
