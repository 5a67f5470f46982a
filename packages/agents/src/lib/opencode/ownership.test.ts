import { describe, expect, it } from 'vitest'
import type { InstructionFile, OwnershipInput } from '../port/ownership.ts'
import { judgeOwnership } from './ownership.ts'

function file(path: string, text = 'rule'): InstructionFile {
  const parts = path.split('/')
  const name = parts.pop() ?? ''
  const directory = parts.filter((part) => part !== '.claude').join('/')
  return { path, name, directory, text, sizeBytes: text.length }
}

const DETECTION = {
  found: true,
  id: 'opencode',
  path: '/bin/opencode',
  realPath: '/bin/opencode',
  version: '1.18.33',
  proven: true,
  behaviours: {},
} as const

function judge(paths: readonly string[], more: Partial<OwnershipInput> = {}): string[] {
  const input: OwnershipInput = {
    detection: DETECTION,
    files: paths.map((path) => file(path)),
    cwd: '',
    hasGitRoot: true,
    trusted: true,
    env: {},
    ...more,
  }
  return judgeOwnership(input).map((verdict) => `${verdict.path}: ${verdict.delivery}`)
}

describe('judgeOwnership', () => {
  it.each<[string, string[], string[]]>([
    ['no file', [], []],
    ['AGENTS.md', ['AGENTS.md'], ['AGENTS.md: native']],
    ['CLAUDE.md', ['CLAUDE.md'], ['CLAUDE.md: native']],
    ['both', ['AGENTS.md', 'CLAUDE.md'], ['AGENTS.md: native', 'CLAUDE.md: inject']],
    [
      'AGENTS.md on the way down',
      ['AGENTS.md', 'a/AGENTS.md', 'a/b/CLAUDE.md'],
      ['AGENTS.md: native', 'a/AGENTS.md: native', 'a/b/CLAUDE.md: inject'],
    ],
    [
      'CLAUDE.md above AGENTS.md',
      ['CLAUDE.md', 'a/AGENTS.md'],
      ['CLAUDE.md: inject', 'a/AGENTS.md: native'],
    ],
    [
      'names that it does not know',
      ['AGENTS.override.md', '.claude/CLAUDE.md', 'CLAUDE.local.md'],
      ['AGENTS.override.md: inject', '.claude/CLAUDE.md: inject', 'CLAUDE.local.md: inject'],
    ],
    [
      '.claude/CLAUDE.md beside CLAUDE.md',
      ['CLAUDE.md', '.claude/CLAUDE.md'],
      ['CLAUDE.md: native', '.claude/CLAUDE.md: inject'],
    ],
  ])('knows what OpenCode 1.18.33 reads of %s', (_, paths, expected) => {
    expect(judge(paths)).toEqual(expected)
  })

  it('lets an empty AGENTS.md hide CLAUDE.md, as OpenCode does', () => {
    const files = [file('AGENTS.md', ''), file('CLAUDE.md')]
    expect(judge([], { files })).toEqual(['AGENTS.md: native', 'CLAUDE.md: inject'])
  })

  it('believes the disk: an AGENTS.md outside the list hides CLAUDE.md', () => {
    const inspection = {
      userSources: [],
      endpoint: { recordable: false, reason: '' },
      args: [],
      details: { instructionName: 'AGENTS.md' },
      notes: [],
    } as const
    expect(judge(['CLAUDE.md'], { inspection, hasGitRoot: false })).toEqual(['CLAUDE.md: inject'])
  })

  it('injects everything from an untrusted work tree', () => {
    expect(judge(['AGENTS.md', 'a/AGENTS.md'], { trusted: false })).toEqual([
      'AGENTS.md: inject',
      'a/AGENTS.md: inject',
    ])
  })

  it.each([
    ['OPENCODE_DISABLE_PROJECT_CONFIG', '1', 'inject'],
    ['OPENCODE_DISABLE_PROJECT_CONFIG', 'TRUE', 'inject'],
    ['OPENCODE_DISABLE_PROJECT_CONFIG', 'yes', 'native'],
    ['OPENCODE_DISABLE_PROJECT_CONFIG', '0', 'native'],
    ['OPENCODE_DISABLE_CLAUDE_CODE', '1', 'native'],
  ])('heeds %s=%s of the person for AGENTS.md: %s', (name, value, expected) => {
    expect(judge(['AGENTS.md'], { env: { [name]: value } })).toEqual([`AGENTS.md: ${expected}`])
  })

  it.each(['OPENCODE_DISABLE_CLAUDE_CODE', 'OPENCODE_DISABLE_CLAUDE_CODE_PROMPT'])(
    'injects CLAUDE.md when %s is set',
    (name) => {
      expect(judge(['CLAUDE.md'], { env: { [name]: '1' } })).toEqual(['CLAUDE.md: inject'])
    },
  )

  it('says why, and never calls the slot hedged', () => {
    const input: OwnershipInput = {
      detection: DETECTION,
      files: [file('AGENTS.md'), file('CLAUDE.md'), file('CLAUDE.local.md')],
      cwd: '',
      hasGitRoot: true,
      trusted: true,
      env: {},
    }
    const verdicts = judgeOwnership(input)
    expect(verdicts.map((verdict) => verdict.reason)).toEqual([
      'opencode reads it itself',
      'opencode reads AGENTS.md instead',
      'opencode does not read it',
    ])
    expect(verdicts.some((verdict) => verdict.hedged)).toBe(false)
    expect(judgeOwnership({ ...input, trusted: false })[0]?.reason).toBe(
      'opencode is told to leave project files alone',
    )
  })

  it('counts what the person’s `instructions` name, and no file that is brought in', () => {
    const inspection = {
      userSources: [
        { what: 'instructions', where: '/work/repo/.cursor/rules/a.mdc', text: 'rule' },
        { what: 'instructions', where: '/work/repo/GEMINI.md', text: 'another text' },
      ],
      endpoint: { recordable: false, reason: 'x' },
      args: [],
      details: {},
      notes: [],
    } as const
    const files = [file('.cursor/rules/a.mdc'), file('GEMINI.md'), file('docs/CLAUDE.md')].map(
      (one) => (one.path.startsWith('docs') ? { ...one, importedBy: ['GEMINI.md'] } : one),
    )
    expect(judge([], { files, inspection })).toEqual([
      '.cursor/rules/a.mdc: native',
      'GEMINI.md: inject',
      'docs/CLAUDE.md: inject',
    ])
    expect(judge([], { files, inspection, trusted: false })[0]).toBe('.cursor/rules/a.mdc: inject')
  })
})
