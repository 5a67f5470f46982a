import { execFileSync } from 'node:child_process'
import { chmod, mkdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { asNobody } from '../../../test/as-nobody.ts'
import { createTempTree, type TempTree } from '../../../test/temp-tree.ts'
import { discoverProject } from './discover.ts'

const discover = (
  cwd: string,
  more: { userHome?: string; installDir?: string; explicitCwd?: boolean } = {},
) => discoverProject({ cwd, userHome: '/home/nobody-here', ...more })

const repository = async (files: Readonly<Record<string, string>>): Promise<TempTree> => {
  const tree = await createTempTree(files)
  await tree.folder('.git')
  return tree
}

const codes = (found: { diagnostics: readonly { code: string; source?: { path: string } }[] }) =>
  found.diagnostics.map((one) => [one.code, one.source?.path])

describe('discoverProject', () => {
  it('reads the chain from the git root to the working directory, labels relative, same text marked', async () => {
    const tree = await repository({
      'AGENTS.md': 'root rules\n',
      'pkg/AGENTS.md': 'pkg rules\n',
      'pkg/app/AGENTS.md': '\ufeffroot rules\r\n',
      'pkg/app/CLAUDE.md': 'app',
      'pkg/other/AGENTS.md': 'not on the way',
    })
    const found = await discover(tree.path('pkg/app'))
    expect(found).toMatchObject({
      root: tree.dir,
      mainRoot: tree.dir,
      hasGitRoot: true,
      cwd: 'pkg/app',
    })
    expect(found.files.map((file) => [file.path, file.directory, file.sameAs])).toEqual([
      ['AGENTS.md', '', undefined],
      ['pkg/AGENTS.md', 'pkg', undefined],
      ['pkg/app/AGENTS.md', 'pkg/app', 'AGENTS.md'],
      ['pkg/app/CLAUDE.md', 'pkg/app', undefined],
    ])
    expect(found.diagnostics).toEqual([])
  })

  it('knows the five files of a directory, in order of weight', async () => {
    const tree = await repository({
      'CLAUDE.local.md': 'e',
      '.claude/CLAUDE.md': 'd',
      'CLAUDE.md': 'c',
      'AGENTS.md': 'b',
      'AGENTS.override.md': 'a',
    })
    const { files } = await discover(tree.dir)
    expect(files.map((file) => [file.path, file.name, file.directory])).toEqual([
      ['AGENTS.override.md', 'AGENTS.override.md', ''],
      ['AGENTS.md', 'AGENTS.md', ''],
      ['CLAUDE.md', 'CLAUDE.md', ''],
      ['.claude/CLAUDE.md', 'CLAUDE.md', ''],
      ['CLAUDE.local.md', 'CLAUDE.local.md', ''],
    ])
    expect(files[0]).toMatchObject({ text: 'a', sizeBytes: 1 })
    expect(files[0]?.document.ref).toMatchObject({
      root: 'worktree',
      kind: 'project',
      name: 'AGENTS.override.md',
    })
  })

  it('reads nothing above a working directory that is in no repository', async () => {
    const tree = await createTempTree({ 'AGENTS.md': 'planted', 'sub/AGENTS.md': 'own' })
    const found = await discover(tree.path('sub'))
    expect(found).toMatchObject({ root: tree.path('sub'), hasGitRoot: false, cwd: '' })
    expect(found.files.map((file) => file.text)).toEqual(['own'])
  })

  it('takes a .git file as a root, and the nearest of two', async () => {
    const tree = await repository({
      'AGENTS.md': 'outer',
      'sub/AGENTS.md': 'inner',
      'sub/.git': 'gitdir: nowhere\n',
    })
    const found = await discover(tree.path('sub'))
    expect(found).toMatchObject({
      root: tree.path('sub'),
      mainRoot: tree.path('sub'),
      hasGitRoot: true,
    })
    expect(found.files.map((file) => file.text)).toEqual(['inner'])
  })

  it('leads a linked work tree back to its main one, and nobody else', async () => {
    const tree = await createTempTree()
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
        cwd: tree.dir,
        stdio: 'ignore',
      })
    git('init', '-q', 'main')
    git('-C', 'main', 'commit', '-q', '--allow-empty', '-m', 'x')
    git('-C', 'main', 'worktree', 'add', '-q', '../side')
    expect(await discover(tree.path('side'))).toMatchObject({
      root: tree.path('side'),
      mainRoot: tree.path('main'),
      hasGitRoot: true,
    })
    await tree.write('imposter/.git', `gitdir: ${tree.path('main/.git/worktrees/side')}\n`)
    expect((await discover(tree.path('imposter'))).mainRoot).toBe(tree.path('imposter'))
  })

  it('never takes the home directory or what lies above it for a project', async () => {
    const tree = await repository({
      'AGENTS.md': 'x',
      'me/AGENTS.md': 'x',
      'me/.onesoul.yaml': 'exclude: []',
    })
    await tree.folder('me/.git')
    const userHome = tree.path('me')
    for (const cwd of [tree.dir, userHome]) {
      const found = await discover(cwd, { userHome })
      expect(found.files).toEqual([])
      expect(found.config).toBeNull()
      expect(codes(found)).toEqual([['project.none', undefined]])
    }
    await tree.write('me/work/AGENTS.md', 'own')
    const below = await discover(tree.path('me/work'), { userHome })
    expect(below).toMatchObject({ root: tree.path('me/work'), hasGitRoot: false })
    expect(below.files.map((file) => file.text)).toEqual(['own'])
  })

  it("does not read an agent's own files in a hidden folder of the home directory", async () => {
    const tree = await createTempTree({
      '.codex/AGENTS.md': 'global',
      '.claude/x/CLAUDE.md': 'global',
    })
    const options = { userHome: tree.dir }
    expect((await discover(tree.path('.codex'), options)).files).toEqual([])
    expect((await discover(tree.path('.claude/x'), options)).files).toEqual([])
    await tree.folder('.codex/.git')
    expect((await discover(tree.path('.codex'), options)).files).toHaveLength(1)
  })

  it('leaves our own install tree alone unless the person named it', async () => {
    const tree = await repository({ 'AGENTS.md': 'x' })
    await tree.folder('lib')
    const installDir = tree.path('lib')
    expect((await discover(tree.path('lib'), { installDir })).files).toEqual([])
    expect(
      (await discover(tree.path('lib'), { installDir, explicitCwd: true })).files,
    ).toHaveLength(1)
  })

  it('follows a link inside the work tree and no other', async () => {
    const other = await createTempTree({ 'AGENTS.md': 'stolen', '.aws/credentials': 'key' })
    const tree = await repository({ 'AGENTS.md': 'rules', '.env': 'SECRET=1' })
    await tree.folder('a/b/c')
    await tree.link('CLAUDE.md', 'AGENTS.md')
    await tree.link('a/AGENTS.md', other.path('AGENTS.md'))
    await tree.link('a/b/AGENTS.md', '../../.env')
    await tree.link('a/b/c/AGENTS.md', other.path('.aws/credentials'))
    const found = await discover(tree.path('a/b/c'), { userHome: other.dir })
    expect(found.files.map((file) => [file.path, file.linkTarget, file.sameAs])).toEqual([
      ['AGENTS.md', undefined, undefined],
      ['CLAUDE.md', 'AGENTS.md', 'AGENTS.md'],
    ])
    expect(codes(found)).toEqual([
      ['project.link-outside', 'a/AGENTS.md'],
      ['project.link-outside', 'a/b/AGENTS.md'],
      ['project.link-outside', 'a/b/c/AGENTS.md'],
    ])
    expect(JSON.stringify(found.diagnostics)).not.toContain('credentials"')
  })

  it('leaves out what cannot be read, with the reason, and reads the rest', async () => {
    const tree = await repository({ 'CLAUDE.md': 'c', 'sub/AGENTS.md': 'x' })
    await mkdir(tree.path('AGENTS.md'))
    execFileSync('mkfifo', [tree.path('CLAUDE.local.md')])
    await tree.write('sub/.claude', 'a file in the way')
    await tree.write('sub/CLAUDE.md', 'x'.repeat(2 * 1024 * 1024 + 1))
    const found = await discover(tree.path('sub'))
    expect(found.files.map((file) => file.path)).toEqual(['CLAUDE.md', 'sub/AGENTS.md'])
    expect(codes(found)).toEqual([
      ['project.unreadable', 'AGENTS.md'],
      ['project.unreadable', 'CLAUDE.local.md'],
      ['project.unreadable', 'sub/CLAUDE.md'],
    ])
    expect(JSON.stringify(found.diagnostics)).not.toContain(tree.dir)
  })

  it('reports names of the wrong case', async () => {
    const tree = await repository({ 'Agents.md': 'x', 'claude.MD': 'y' })
    const found = await discover(tree.dir)
    expect(found.files).toEqual([])
    expect(codes(found)).toEqual([
      ['project.wrong-case', 'Agents.md'],
      ['project.wrong-case', 'claude.MD'],
    ])
  })

  it("reads the root's .onesoul.yaml, not that of a directory below", async () => {
    const tree = await repository({
      '.onesoul.yaml': 'exclude: [USER]\n',
      'sub/.onesoul.yaml': 'exclude: []\n',
    })
    const found = await discover(tree.path('sub'))
    expect(found.config?.text).toBe('exclude: [USER]\n')
    expect(found.config?.sha256).toMatch(/^[0-9a-f]{64}$/)
  })

  it('decodes and keeps frontmatter apart', async () => {
    const tree = await repository({ 'AGENTS.md': '---\nkeep: [Safety]\n---\nrules\n' })
    const [file] = (await discover(tree.dir)).files
    expect(file?.document.frontmatter?.keep).toEqual(['Safety'])
  })

  it('needs a directory that is there', async () => {
    await expect(discover('/no/such/place')).rejects.toMatchObject({ code: 'directory-missing' })
  })

  it('reads what it may and reports what it may not', async () => {
    const tree = await createTempTree({ 'AGENTS.md': 'above', 'closed/open/AGENTS.md': 'own' })
    await tree.folder('.git')
    await chmod(tree.dir, 0o755)
    const open = await asNobody(() => discover(tree.path('closed/open')))
    expect(open.files.map((file) => file.text)).toEqual(['above', 'own'])
    await chmod(tree.path('AGENTS.md'), 0)
    const partly = await asNobody(() => discover(tree.path('closed/open')))
    expect(partly.files.map((file) => file.text)).toEqual(['own'])
    expect(codes(partly)).toEqual([['project.unreadable', 'AGENTS.md']])
    await chmod(tree.path('closed'), 0o711)
    const unlisted = await asNobody(() => discover(tree.path('closed/open')))
    expect(unlisted.files.map((file) => file.text)).toEqual(['own'])
  })
})
