import { execFileSync } from 'node:child_process'
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { renderCodeMap } from '@onesoul/core'
import { prepareState } from '@onesoul/disk'
import { describe, expect, it } from 'vitest'
import { createTempTree, type TempTree } from '../../../test/temp-tree.ts'
import { readCodeMap } from './read-code-map.ts'

const PATH = '/usr/local/bin:/usr/bin:/bin'
const gitEnv = {
  PATH,
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.org',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@example.org',
}
const git = (cwd: string, args: readonly string[], input?: string): void => {
  execFileSync('git', [...args], { cwd, env: gitEnv, input, stdio: ['pipe', 'ignore', 'pipe'] })
}

const repository = async (files: Readonly<Record<string, string>>): Promise<TempTree> => {
  const tree = await createTempTree(files)
  git(tree.dir, ['init', '-q'])
  git(tree.dir, ['add', '-A'])
  return tree
}

/** A moment at which no index of this test is young any more. */
const later = (seconds = 60): Date => new Date(Date.now() + seconds * 1000)

const read = (cwd: string, more: Partial<Parameters<typeof readCodeMap>[0]> = {}) =>
  readCodeMap({
    cwd,
    userHome: '/home/nobody-here',
    env: { PATH },
    home: null,
    now: later(),
    ...more,
  })

const textOf = async (cwd: string, more: Parameters<typeof read>[1] = {}): Promise<string> =>
  renderCodeMap((await read(cwd, more)).map).text

const homeOf = async (): Promise<string> => {
  const { dir } = await createTempTree({})
  await prepareState(dir)
  return dir
}

describe('readCodeMap', () => {
  it('shows what git tracks, of any language and with any name', async () => {
    const tree = await repository({
      'app/größe.py': '',
      'app/日本.rs': '',
      'app/new\nline.go': '',
      'README.md': '',
    })
    await writeFile(tree.path('app/untracked.py'), '')
    expect(await textOf(tree.dir)).toBe(
      'app (3): größe.py, "new\\u{a}line.go", 日本.rs\n(top) (1): README.md\n',
    )
  })

  it('shows a subdirectory by itself, and never what was kept of another folder', async () => {
    const tree = await repository({ 'src/a/x.ts': '', 'src/b.ts': '', 'docs/c.md': '' })
    const home = await homeOf()
    expect(await textOf(tree.path('src/a'), { home })).toBe('(top) (1): x.ts\n')
    expect(await textOf(tree.dir, { home })).toBe(
      'docs (1): c.md\nsrc (1): b.ts\nsrc/a (1): x.ts\n',
    )
    expect(await textOf(tree.path('src/a'), { home })).toBe('(top) (1): x.ts\n')
  })

  it('keeps a map until the index changes', async () => {
    const tree = await repository({ 'a.ts': '' })
    const home = await homeOf()
    expect(await read(tree.dir, { home })).toMatchObject({ isKept: false })
    const kept = await read(tree.dir, { home, env: { PATH: '/nonexistent' } })
    expect(kept).toMatchObject({ isKept: true, source: 'git', map: { files: 1 } })
    expect(await read(tree.dir, { home, exclude: ['a.ts'] })).toMatchObject({ map: { files: 0 } })
    await writeFile(tree.path('b.ts'), '')
    git(tree.dir, ['add', 'b.ts'])
    expect(await read(tree.dir, { home })).toMatchObject({ isKept: false, map: { files: 2 } })
  })

  it('keeps nothing of an index that could still change unseen', async () => {
    const tree = await repository({ 'a.ts': '' })
    const home = await homeOf()
    await read(tree.dir, { home, now: new Date() })
    expect(await read(tree.dir, { home })).toMatchObject({ isKept: false })
  })

  it('keeps no failure, and says why it looked at the folder instead', async () => {
    const tree = await repository({ 'a.ts': '', 'b.ts': '' })
    const home = await homeOf()
    const without = await read(tree.dir, { home, env: { PATH: '/nonexistent' } })
    expect(without).toMatchObject({ source: 'folder', unseen: ['there is no git on PATH'] })
    expect(without.map.files).toBe(2)
    expect(await read(tree.dir, { home })).toMatchObject({
      isKept: false,
      source: 'git',
      unseen: [],
    })
    await writeFile(join(tree.dir, '.git/index'), 'damaged')
    await utimes(join(tree.dir, '.git/index'), 1, 1)
    const damaged = await read(tree.dir, { home })
    expect(damaged).toMatchObject({ source: 'folder', isKept: false })
    expect(damaged.unseen[0]).toMatch(/index/)
  })

  it('takes a damaged memory for none', async () => {
    const tree = await repository({ 'a.ts': '' })
    const home = await homeOf()
    await read(tree.dir, { home })
    const cache = join(home, 'state/cache')
    const [name = ''] = await readdir(cache)
    const whole = await readFile(join(cache, name), 'utf8')
    for (const text of ['', whole.slice(0, 40), 'null', '[]']) {
      await writeFile(join(cache, name), text)
      expect(await read(tree.dir, { home })).toMatchObject({ isKept: false, map: { files: 1 } })
    }
  })

  it('needs no home that can be written to', async () => {
    const tree = await repository({ 'a.ts': '' })
    const home = tree.path('not-prepared')
    expect(await read(tree.dir, { home })).toMatchObject({ isKept: false, map: { files: 1 } })
    expect(await read(tree.dir, { home })).toMatchObject({ isKept: false, map: { files: 1 } })
  })

  it('shows the folder where there is no repository', async () => {
    const tree = await createTempTree({ 'src/a.ts': '', 'node_modules/x/y.js': '', 'b.md': '' })
    const found = await read(tree.dir)
    expect(found).toMatchObject({ source: 'folder', unseen: [], map: { files: 2 } })
    expect(renderCodeMap(found.map).text).toBe('src (1): a.ts\n(top) (1): b.md\n')
  })

  it('leaves a home directory that is a repository alone', async () => {
    const tree = await repository({ 'secret.txt': '', 'work/a.ts': '' })
    const found = await read(tree.path('work'), { userHome: tree.dir })
    expect(found).toMatchObject({ source: 'folder', map: { files: 1 } })
  })

  it('counts a submodule and a linked work tree as what they are', async () => {
    const inner = await repository({ 'lib.c': '' })
    git(inner.dir, ['commit', '-q', '-m', 'x'])
    const outer = await repository({ 'main.c': '' })
    git(outer.dir, [
      '-c',
      'protocol.file.allow=always',
      'submodule',
      'add',
      '-q',
      inner.dir,
      'vendor/inner',
    ])
    git(outer.dir, ['commit', '-q', '-m', 'x'])
    expect(await textOf(outer.dir)).toBe(
      'vendor (0): inner/ submodule\n(top) (2): .gitmodules, main.c\n',
    )
    const home = await homeOf()
    expect(await textOf(outer.path('vendor/inner'), { home })).toBe('(top) (1): lib.c\n')
    const side = join((await createTempTree({})).dir, 'side')
    git(outer.dir, ['worktree', 'add', '-q', '-b', 'side', side])
    await writeFile(join(side, 'more.c'), '')
    git(side, ['add', 'more.c'])
    expect(await read(side, { home })).toMatchObject({ isKept: false, map: { files: 3 } })
    expect(await read(side, { home })).toMatchObject({ isKept: true, map: { files: 3 } })
    expect(await read(outer.dir, { home })).toMatchObject({ isKept: false, map: { files: 2 } })
  })

  it('leaves out what is excluded, by folder and by file', async () => {
    const tree = await repository({
      'vendor/a.c': '',
      'vendored.c': '',
      'src/b.c': '',
      'src/c.c': '',
    })
    const text = await textOf(tree.dir, { exclude: ['vendor/', './src/b.c'] })
    expect(text).toBe('src (1): c.c\n(top) (1): vendored.c\n')
  })

  it('reads a list of any length', async () => {
    const tree = await repository({ a: '' })
    const object = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391'
    const entries = Array.from({ length: 40_000 }, (_, index) => {
      return `100644 ${object}\ta-folder-with-a-long-name-${index % 9}/and-a-file-${index}.txt\0`
    })
    git(tree.dir, ['update-index', '-z', '--index-info'], entries.join(''))
    expect(await read(tree.dir)).toMatchObject({ source: 'git', map: { files: 40_001 } })
  })

  it('starts no program that the repository names', async () => {
    const tree = await repository({ 'a.ts': '' })
    const hook = tree.path('hook.sh')
    await writeFile(hook, `#!/bin/sh\ntouch ${tree.path('ran')}\n`, { mode: 0o755 })
    git(tree.dir, ['config', 'core.fsmonitor', hook])
    expect(await read(tree.dir)).toMatchObject({ source: 'git', map: { files: 1 } })
    expect(await readdir(tree.dir)).not.toContain('ran')
  })
})
