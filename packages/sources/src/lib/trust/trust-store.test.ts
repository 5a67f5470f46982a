import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { createTempTree, type TempTree } from '../../../test/temp-tree.ts'
import { discoverProject } from '../project/discover.ts'
import { readPinnedText } from './pinned-texts.ts'
import { pinsPath } from './trust-pins.ts'
import { pinTrust, readTrust } from './trust-store.ts'

const setUp = async (files: Readonly<Record<string, string>>) => {
  const home = await createTempTree()
  const tree = await createTempTree(files)
  await tree.folder('.git')
  const at = async (cwd = '') => ({
    home: home.dir,
    worktree: await discoverProject({ cwd: tree.path(cwd), userHome: '/nobody' }),
  })
  const read = async (cwd = '', setting: 'ask' | 'always' | 'never' = 'ask') =>
    readTrust(await at(cwd), setting)
  return { home, tree, at, read }
}

const pinFile = async (home: TempTree, tree: TempTree) =>
  JSON.parse(await readFile(pinsPath(home.dir, tree.dir), 'utf8'))

describe('readTrust', () => {
  it('is unknown at first, trusted once pinned, changed after an edit of one byte', async () => {
    const { tree, at, read } = await setUp({ 'AGENTS.md': 'a', '.onesoul.yaml': 'exclude: []\n' })
    expect(await read()).toMatchObject({
      status: 'unknown',
      trusted: false,
      pinnedAt: null,
      changes: [
        { path: 'AGENTS.md', change: 'added' },
        { path: '.onesoul.yaml', change: 'added' },
      ],
    })
    await pinTrust(await at(), new Date('2026-03-04T05:06:07Z'))
    expect(await read()).toEqual({
      status: 'trusted',
      trusted: true,
      reason: 'pinned',
      changes: [],
      pinnedAt: '2026-03-04T05:06:07.000Z',
    })
    await tree.write('AGENTS.md', 'b')
    expect(await read()).toMatchObject({
      status: 'changed',
      trusted: false,
      reason: 'since it was pinned: AGENTS.md changed',
    })
  })

  it('is changed by a new file, and keeps its trust when an instruction file is gone', async () => {
    const { tree, at, read } = await setUp({ 'AGENTS.md': 'a', 'CLAUDE.md': 'c' })
    await pinTrust(await at())
    await writeFile(tree.path('CLAUDE.local.md'), 'new')
    expect(await read()).toMatchObject({
      status: 'changed',
      changes: [{ path: 'CLAUDE.local.md', change: 'added' }],
    })
    const fewer = await setUp({ 'AGENTS.md': 'a', 'CLAUDE.md': 'c' })
    await pinTrust(await fewer.at())
    await rm(fewer.tree.path('CLAUDE.md'))
    expect(await fewer.read()).toMatchObject({
      status: 'trusted',
      changes: [{ path: 'CLAUDE.md', change: 'removed' }],
    })
  })

  it('is changed when the narrowing of .onesoul.yaml is gone', async () => {
    const { tree, at, read } = await setUp({
      'AGENTS.md': 'a',
      '.onesoul.yaml': 'exclude: [USER]\n',
    })
    await pinTrust(await at())
    await rm(tree.path('.onesoul.yaml'))
    expect(await read()).toMatchObject({ status: 'changed', trusted: false })
  })

  it('asks again for the files of a directory that was not on the way', async () => {
    const { tree, at, read } = await setUp({
      'AGENTS.md': 'a',
      'pkg/AGENTS.md': 'p',
      'lib/AGENTS.md': 'l',
    })
    await pinTrust(await at('pkg'))
    expect((await read()).status).toBe('trusted')
    expect((await read('pkg')).status).toBe('trusted')
    expect(await read('lib')).toMatchObject({
      status: 'changed',
      changes: [{ path: 'lib/AGENTS.md', change: 'added' }],
    })
    const home = { dir: (await at()).home } as TempTree
    await pinTrust(await at('lib'))
    expect(Object.keys((await pinFile(home, tree)).files)).toEqual([
      'AGENTS.md',
      'lib/AGENTS.md',
      'pkg/AGENTS.md',
    ])
    expect((await read('pkg')).status).toBe('trusted')
  })

  it('follows the setting', async () => {
    const { at, read } = await setUp({ 'AGENTS.md': 'a' })
    expect(await read('', 'always')).toMatchObject({
      status: 'unknown',
      trusted: true,
      reason: 'project.trust is always',
    })
    await pinTrust(await at())
    expect(await read('', 'never')).toMatchObject({
      status: 'trusted',
      trusted: false,
      reason: 'project.trust is never',
    })
  })

  it('has nothing to distrust where there is no instruction file', async () => {
    const { read } = await setUp({ 'README.md': 'x' })
    expect(await read()).toMatchObject({ status: 'unknown', trusted: true, changes: [] })
  })

  it.each([
    '',
    '{',
    '{"schemaVersion":2}',
    '{"schemaVersion":1,"root":"/elsewhere","pinnedAt":"x","files":{}}',
  ])('takes the unreadable pins %j for none', async (text) => {
    const { home, tree, at, read } = await setUp({ 'AGENTS.md': 'a' })
    await pinTrust(await at())
    await writeFile(pinsPath(home.dir, tree.dir), text)
    expect(await read()).toMatchObject({ status: 'unknown', trusted: false })
  })
})

describe('pinTrust', () => {
  it('writes the pins for the owner alone', async () => {
    const { home, tree, at } = await setUp({ 'AGENTS.md': 'a' })
    await pinTrust(await at())
    const path = pinsPath(home.dir, tree.dir)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await stat(home.path('state/projects'))).mode & 0o777).toBe(0o700)
    expect(await pinFile(home, tree)).toMatchObject({ schemaVersion: 1, root: tree.dir })
  })

  it('pins the bytes that were read, not those that stand there by then', async () => {
    const { tree, at, read } = await setUp({ 'AGENTS.md': 'seen' })
    const input = await at()
    await tree.write('AGENTS.md', 'swapped')
    await pinTrust(input)
    expect((await read()).status).toBe('changed')
  })

  it('loses no pin when several pin at once', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    const files = Object.fromEntries(names.map((name) => [`${name}/AGENTS.md`, name]))
    const { home, tree, at } = await setUp(files)
    await Promise.all(names.map(async (name) => pinTrust(await at(name))))
    expect(Object.keys((await pinFile(home, tree)).files)).toHaveLength(names.length)
  })

  it('says why a home cannot hold pins', async () => {
    const { tree, at } = await setUp({ 'AGENTS.md': 'a' })
    const { worktree } = await at()
    const home = await tree.write('file', 'x')
    await expect(pinTrust({ home, worktree })).rejects.toMatchObject({ code: 'state-unusable' })
  })
})

describe('readPinnedText', () => {
  it('keeps what was pinned until another text is, and nothing else', async () => {
    const { tree, at } = await setUp({ 'AGENTS.md': '\ufeffone\r\n', 'CLAUDE.md': 'other' })
    const { home, worktree } = await at()
    const place = { home, mainRoot: worktree.mainRoot }
    const [first, second] = worktree.files.map((file) => file.sha256)
    await pinTrust({ home, worktree })
    expect(await readPinnedText(place, first ?? '')).toBe('\ufeffone\r\n')
    await tree.write('AGENTS.md', 'two')
    const changed = await at()
    expect((await readTrust(changed, 'ask')).changes).toEqual([
      { path: 'AGENTS.md', change: 'changed', pinnedSha256: first },
    ])
    await pinTrust(changed)
    expect(await readPinnedText(place, first ?? '')).toBeNull()
    expect(await readPinnedText(place, second ?? '')).toBe('other')
    expect(await readPinnedText(place, changed.worktree.files[0]?.sha256 ?? '')).toBe('two')
  })
})
