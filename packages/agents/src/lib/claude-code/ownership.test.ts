import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InstructionFile, OwnershipInput } from '../port/ownership.ts'
import { behavioursOf } from './behaviours.ts'
import { inspectClaudeCode } from './inspect.ts'
import { ownClaudeFiles } from './ownership.ts'

type Files = Readonly<Record<string, string>>

function detection(version: string) {
  return {
    found: true,
    id: 'claude-code',
    path: '/bin/claude',
    realPath: '/bin/claude',
    version,
    proven: true,
    behaviours: behavioursOf(version),
  } as const
}

function toFile([path, text]: readonly [string, string]): InstructionFile {
  const parts = path.split('/')
  return {
    path,
    name: parts.at(-1) ?? '',
    directory: parts.slice(0, -1).join('/'),
    text,
    sizeBytes: Buffer.byteLength(text),
  }
}

function own(version: string, files: Files, more: Partial<OwnershipInput> = {}) {
  return ownClaudeFiles({
    detection: detection(version),
    files: Object.entries(files).map(toFile),
    cwd: '',
    hasGitRoot: true,
    trusted: true,
    env: {},
    ...more,
  })
}

/** The natively read paths of both versions, old one first. */
function nativePaths(files: Files, more: Partial<OwnershipInput> = {}) {
  return ['2.1.197', '2.1.332'].map((version) =>
    own(version, files, more)
      .filter((verdict) => verdict.delivery === 'native')
      .map((verdict) => verdict.path),
  )
}

const BOTH: Files = { 'AGENTS.md': 'a', 'CLAUDE.md': 'c' }

describe('ownClaudeFiles', () => {
  it.each<[string, Files, readonly string[], readonly string[]]>([
    ['nothing', {}, [], []],
    ['AGENTS.md', { 'AGENTS.md': 'a' }, [], ['AGENTS.md']],
    ['CLAUDE.md', { 'CLAUDE.md': 'c' }, ['CLAUDE.md'], ['CLAUDE.md']],
    ['both', BOTH, ['CLAUDE.md'], ['CLAUDE.md']],
    [
      'an import',
      { 'AGENTS.md': 'a', 'CLAUDE.md': '@AGENTS.md' },
      ['AGENTS.md', 'CLAUDE.md'],
      ['AGENTS.md', 'CLAUDE.md'],
    ],
    [
      'an import that is missing',
      { 'AGENTS.md': 'a', 'CLAUDE.md': '@no.md' },
      ['CLAUDE.md'],
      ['CLAUDE.md'],
    ],
    [
      'an empty CLAUDE.md',
      { 'AGENTS.md': 'a', 'CLAUDE.md': '' },
      ['CLAUDE.md'],
      ['AGENTS.md', 'CLAUDE.md'],
    ],
    [
      'a CLAUDE.md of white space',
      { 'AGENTS.md': 'a', 'CLAUDE.md': ' \n\n' },
      ['CLAUDE.md'],
      ['AGENTS.md', 'CLAUDE.md'],
    ],
    [
      'a CLAUDE.md of comments',
      { 'AGENTS.md': 'a', 'CLAUDE.md': '<!-- c -->\n' },
      ['CLAUDE.md'],
      ['AGENTS.md', 'CLAUDE.md'],
    ],
    [
      'a CLAUDE.md of frontmatter',
      { 'AGENTS.md': 'a', 'CLAUDE.md': '---\na: 1\n---\n' },
      ['CLAUDE.md'],
      ['AGENTS.md', 'CLAUDE.md'],
    ],
    [
      '.claude/CLAUDE.md',
      { 'AGENTS.md': 'a', '.claude/CLAUDE.md': 'c' },
      ['.claude/CLAUDE.md'],
      ['.claude/CLAUDE.md'],
    ],
    [
      '.claude/CLAUDE.md with an import',
      { 'AGENTS.md': 'a', '.claude/CLAUDE.md': '@../AGENTS.md' },
      ['AGENTS.md', '.claude/CLAUDE.md'],
      ['AGENTS.md', '.claude/CLAUDE.md'],
    ],
    [
      'CLAUDE.local.md',
      { 'AGENTS.md': 'a', 'CLAUDE.local.md': 'c' },
      ['CLAUDE.local.md'],
      ['CLAUDE.local.md'],
    ],
    ['AGENTS.override.md', { 'AGENTS.md': 'a', 'AGENTS.override.md': 'o' }, [], ['AGENTS.md']],
    ['.claude/AGENTS.md', { '.claude/AGENTS.md': 'a' }, [], ['.claude/AGENTS.md']],
    ['agents.md', { 'agents.md': 'a' }, [], []],
  ])('knows what is read with %s', (_, files, old, current) => {
    expect(nativePaths(files)).toEqual([old, current])
  })

  it.each<[string, Files, readonly string[], readonly string[]]>([
    ['AGENTS.md above', { 'AGENTS.md': 'a' }, [], ['AGENTS.md']],
    [
      'AGENTS.md on both levels',
      { 'AGENTS.md': 'a', 'sub/AGENTS.md': 'b' },
      [],
      ['AGENTS.md', 'sub/AGENTS.md'],
    ],
    [
      'CLAUDE.md above AGENTS.md',
      { 'CLAUDE.md': 'c', 'sub/AGENTS.md': 'b' },
      ['CLAUDE.md'],
      ['CLAUDE.md'],
    ],
    [
      'CLAUDE.md below AGENTS.md',
      { 'AGENTS.md': 'a', 'sub/CLAUDE.md': 'c' },
      ['sub/CLAUDE.md'],
      ['sub/CLAUDE.md'],
    ],
    [
      'CLAUDE.md on both levels',
      { 'CLAUDE.md': 'c', 'sub/CLAUDE.md': 'd' },
      ['CLAUDE.md', 'sub/CLAUDE.md'],
      ['CLAUDE.md', 'sub/CLAUDE.md'],
    ],
    [
      'an import above the working directory',
      { 'AGENTS.md': 'a', 'CLAUDE.md': '@AGENTS.md' },
      ['CLAUDE.md'],
      ['CLAUDE.md'],
    ],
    [
      'an import that leaves the working directory',
      { 'AGENTS.md': 'a', 'sub/CLAUDE.md': '@../AGENTS.md' },
      ['sub/CLAUDE.md'],
      ['sub/CLAUDE.md'],
    ],
    ['a file of a neighbour', { 'other/CLAUDE.md': 'c' }, [], []],
  ])('knows what is read in a sub-directory with %s', (_, files, old, current) => {
    expect(nativePaths(files, { cwd: 'sub' })).toEqual([old, current])
  })

  it('hedges what 2.1.197 reads, and only that', () => {
    expect(own('2.1.197', BOTH).map((verdict) => verdict.hedged)).toEqual([false, true])
    expect(own('2.1.332', BOTH).map((verdict) => verdict.hedged)).toEqual([false, false])
  })

  it('says why', () => {
    const reasons = (version: string, files: Files) =>
      own(version, files).map((verdict) => verdict.reason)
    expect(reasons('2.1.197', BOTH)).toEqual([
      'Claude Code does not read AGENTS.md',
      'Claude Code reads it itself',
    ])
    expect(reasons('2.1.332', BOTH)[0]).toBe(
      'Claude Code ignores AGENTS.md where it finds CLAUDE.md',
    )
    expect(reasons('2.1.332', { 'AGENTS.md': 'a', 'CLAUDE.md': '@AGENTS.md' })[0]).toBe(
      'Claude Code reads it through CLAUDE.md',
    )
  })

  it('names what a file brings along', () => {
    const verdicts = own('2.1.332', { 'AGENTS.md': 'a', 'CLAUDE.md': '@AGENTS.md' })
    expect(verdicts.map((verdict) => verdict.imports)).toEqual([undefined, ['AGENTS.md']])
  })

  it.each(['2.1.197', '2.1.332'])('takes a link for the file that it leads to (%s)', (version) => {
    const [agents, claude] = Object.entries(BOTH).map(toFile)
    if (!(agents && claude)) throw new Error('two files')
    const verdicts = own(version, {}, { files: [agents, { ...claude, linkTarget: 'AGENTS.md' }] })
    expect(verdicts.map((verdict) => verdict.delivery)).toEqual(['native', 'native'])
    const reverse = own(version, {}, { files: [{ ...agents, linkTarget: 'CLAUDE.md' }, claude] })
    expect(reverse.map((verdict) => verdict.delivery)).toEqual(['native', 'native'])
  })

  it('leaves nothing of an untrusted work tree to the agent', () => {
    expect(nativePaths(BOTH, { trusted: false })).toEqual([[], []])
  })

  it('leaves nothing to an agent that was told to read nothing', () => {
    expect(nativePaths(BOTH, { env: { CLAUDE_CODE_DISABLE_CLAUDE_MDS: '1' } })).toEqual([[], []])
  })
})

describe('ownClaudeFiles with an inspection', () => {
  let folder = ''

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'onesoul-ownership-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** A work tree `<case>/tree` with a git root, and what stands around it. */
  async function look(name: string, files: Files, request: Request = {}) {
    const place = join(folder, name)
    const tree = join(place, 'tree')
    await mkdir(join(tree, '.git'), { recursive: true })
    await mkdir(join(tree, request.cwd ?? ''), { recursive: true })
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(place, path)), { recursive: true })
      await writeFile(join(place, path), text)
    }
    for (const [path, target] of Object.entries(request.links ?? {})) {
      await symlink(target, join(place, path))
    }
    const inside = Object.entries(files)
      .filter(([path]) => /^tree\/(?:.*\/)?(?:CLAUDE|AGENTS)\.md$/.test(path))
      .map(([path, text]) => toFile([path.slice('tree/'.length), text]))
    const result: string[][] = []
    for (const version of ['2.1.197', '2.1.332']) {
      const inspection = await inspectClaudeCode(
        {
          detection: detection(version),
          cwd: join(tree, request.cwd ?? ''),
          env: { HOME: join(place, 'home'), ...request.env },
          args: request.args ?? [],
          trusted: true,
        },
        { managedFile: join(place, 'none.json') },
      )
      const input = { inspection, files: inside, cwd: request.cwd ?? '' }
      const native = own(version, {}, input).filter((verdict) => verdict.delivery === 'native')
      result.push(native.map((verdict) => verdict.path))
    }
    return result
  }

  interface Request {
    readonly cwd?: string
    readonly args?: readonly string[]
    readonly env?: Readonly<Record<string, string>>
    readonly links?: Readonly<Record<string, string>>
  }

  it('lets a CLAUDE.md above the git root hide AGENTS.md', async () => {
    expect(await look('above', { 'CLAUDE.md': 'c', 'tree/AGENTS.md': 'a' })).toEqual([[], []])
  })

  it('lets no AGENTS.md above the git root hide anything', async () => {
    const files = { 'AGENTS.md': 'a', 'tree/AGENTS.md': 'b', 'tree/CLAUDE.md': '' }
    expect(await look('agents-above', files)).toEqual([['CLAUDE.md'], ['AGENTS.md', 'CLAUDE.md']])
  })

  it('follows imports through files that nobody lists, four of them', async () => {
    const chain = (last: number) =>
      Object.fromEntries(
        Array.from({ length: last }, (_, index) => [
          `tree/i${index + 1}.md`,
          index + 1 === last ? '@AGENTS.md' : `@i${index + 2}.md`,
        ]),
      )
    const files = { 'tree/AGENTS.md': 'a', 'tree/CLAUDE.md': '@i1.md' }
    expect(await look('three', { ...files, ...chain(3) })).toEqual([
      ['AGENTS.md', 'CLAUDE.md'],
      ['AGENTS.md', 'CLAUDE.md'],
    ])
    expect(await look('four', { ...files, ...chain(4) })).toEqual([['CLAUDE.md'], ['CLAUDE.md']])
  })

  it('follows the imports of rules, which hide nothing', async () => {
    const rule = { 'tree/.claude/rules/r.md': '@../../AGENTS.md', 'tree/AGENTS.md': 'a' }
    expect(await look('rule', rule)).toEqual([['AGENTS.md'], ['AGENTS.md']])
    const waiting = {
      'tree/.claude/rules/r.md': '---\npaths: x\n---\n@../../AGENTS.md',
      'tree/AGENTS.md': 'a',
    }
    expect(await look('waiting-rule', waiting)).toEqual([[], ['AGENTS.md']])
  })

  it('follows an import out of the working directory once it was approved', async () => {
    const files = { 'tree/AGENTS.md': 'a', 'tree/sub/CLAUDE.md': '@../AGENTS.md' }
    const state = (key: string) =>
      JSON.stringify({ projects: { [key]: { hasClaudeMdExternalIncludesApproved: true } } })
    const approved = { 'home/.claude.json': state(join(folder, 'approved', 'tree')) }
    expect(await look('refused', files, { cwd: 'sub' })).toEqual([
      ['sub/CLAUDE.md'],
      ['sub/CLAUDE.md'],
    ])
    expect(await look('approved', { ...files, ...approved }, { cwd: 'sub' })).toEqual([
      ['AGENTS.md', 'sub/CLAUDE.md'],
      ['AGENTS.md', 'sub/CLAUDE.md'],
    ])
  })

  it("does not take the person's own CLAUDE.md for one of the project", async () => {
    const own = join(folder, 'own')
    expect(
      await look(
        'own',
        { '.claude/CLAUDE.md': 'c', 'tree/AGENTS.md': 'a' },
        { env: { HOME: own } },
      ),
    ).toEqual([[], ['AGENTS.md']])
    expect(
      await look(
        'moved',
        { '.claude/CLAUDE.md': 'c', 'tree/AGENTS.md': 'a' },
        {
          env: { HOME: join(folder, 'moved'), CLAUDE_CONFIG_DIR: join(folder, 'config') },
        },
      ),
    ).toEqual([[], []])
  })

  it.each([
    [['--bare'], []],
    [['--safe-mode'], []],
    [['--setting-sources', 'user'], []],
    [['--setting-sources='], []],
    [['--setting-sources', 'user,local'], []],
    [['--setting-sources', 'project'], ['AGENTS.md']],
  ])('minds the flags %j', async (args, current) => {
    const name = `flags${args.join('')}`
    expect(await look(name, { 'tree/AGENTS.md': 'a' }, { args })).toEqual([[], current])
  })
})
