import { link, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hashTree } from '@onesoul/disk'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTempTree, type TempTree } from '../../../test/temp-tree.ts'
import {
  type ExportTarget,
  findProjectPlace,
  listNotedBlocks,
  type ProjectPlace,
  planExport,
  readExportRecord,
  removeNotedBlocks,
  type WriteExportRequest,
  type WrittenExport,
  writeExport,
} from '../../index.ts'

const CURSOR: ExportTarget = {
  path: '.cursor/rules/onesoul.mdc',
  preamble: '---\nalwaysApply: true\n---\n',
  agents: ['cursor'],
}
const CLAUDE: ExportTarget = { path: 'CLAUDE.md', preamble: '', agents: ['claude-code'] }
const AGENTS: ExportTarget = { path: 'AGENTS.md', preamble: '', agents: ['codex', 'opencode'] }
const ALL = [CLAUDE, AGENTS, CURSOR]
const RECORD = { platform: null, bot: null, agents: [], with: [], sources: [] }

async function createProject(): Promise<{ readonly tree: TempTree; readonly place: ProjectPlace }> {
  const tree = await createTempTree({ 'repo/.git/HEAD': '' })
  const options = { home: tree.path('home'), cwd: tree.path('repo'), userHome: tree.path('user') }
  return { tree, place: await findProjectPlace(options) }
}

function requestOf(body: string, more: Partial<WriteExportRequest> = {}): WriteExportRequest {
  return { body, targets: ALL, known: ALL, record: RECORD, ...more }
}

function write(
  place: ProjectPlace,
  body: string,
  more: Partial<WriteExportRequest> = {},
): Promise<WrittenExport> {
  return writeExport(place, requestOf(body, more))
}

const codesOf = ({ plan }: WrittenExport): readonly string[] =>
  plan.diagnostics.map(({ code }) => code)

const statusesOf = async (place: ProjectPlace, body: string): Promise<readonly string[]> =>
  (await planExport(place, requestOf(body))).files.map(({ status }) => status)

describe('writeExport', () => {
  it('writes every file once, and twice is once', async () => {
    const { tree, place } = await createProject()
    await tree.write('repo/AGENTS.md', '# Ours\r\nrun')
    expect(await statusesOf(place, 'a')).toEqual(['no-file', 'no-block', 'no-file'])
    await write(place, 'a')
    expect(await statusesOf(place, 'a')).toEqual(['current', 'current', 'current'])
    expect(await statusesOf(place, 'b')).toEqual(['stale', 'stale', 'stale'])
    const before = await hashTree(tree.path('repo'))
    await write(place, 'a')
    expect(await hashTree(tree.path('repo'))).toEqual(before)
    expect(await readFile(tree.path('repo/AGENTS.md'), 'utf8')).toMatch(
      /^# Ours\r\nrun\r\n<!-- ONE/,
    )
    expect(await readFile(tree.path('repo/.cursor/rules/onesoul.mdc'), 'utf8')).toMatch(
      /^---\nalwaysApply: true\n---\n<!-- ONESOUL:BEGIN id=export /,
    )
    expect((await stat(tree.path('repo/.cursor/rules'))).mode & 0o044).toBe(0o044)
    expect((await readExportRecord(place)).value?.files).toMatchObject([
      { path: 'CLAUDE.md', agents: ['claude-code'] },
      { path: 'AGENTS.md', agents: ['codex', 'opencode'] },
      { path: '.cursor/rules/onesoul.mdc' },
    ])
  })

  it('gives every file back byte for byte, and takes away what it made', async () => {
    const bytes = fc
      .uint8Array({ maxLength: 40 })
      .filter(([first]) => first !== 0xff && first !== 0xfe)
    const text = fc.string({ maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(bytes, text, text, async (original, one, other) => {
        const { tree, place } = await createProject()
        await tree.write('repo/AGENTS.md', original)
        const before = await hashTree(tree.path('repo'))
        await write(place, one)
        await write(place, other)
        await write(place, other, { targets: [], prune: true })
        expect(await hashTree(tree.path('repo'))).toEqual(before)
      }),
      { numRuns: 10 },
    )
  })

  it('writes one file for all names that lead to it, and never the last one alone', async () => {
    const { tree, place } = await createProject()
    await tree.write('repo/AGENTS.md', 'x\n')
    await tree.link('repo/CLAUDE.md', 'AGENTS.md')
    const { plan } = await write(place, 'a')
    expect(plan.files.map(({ paths, agents }) => [paths, agents])).toEqual([
      [
        ['CLAUDE.md', 'AGENTS.md'],
        ['claude-code', 'codex', 'opencode'],
      ],
      [['.cursor/rules/onesoul.mdc'], ['cursor']],
    ])
    const text = await readFile(tree.path('repo/AGENTS.md'), 'utf8')
    expect(text.match(/ONESOUL:BEGIN/g)).toHaveLength(1)
    expect((await readdir(tree.path('repo'))).sort()).toContain('CLAUDE.md')
    await write(place, 'a', { targets: [], prune: true })
    expect(await readFile(tree.path('repo/AGENTS.md'), 'utf8')).toBe('x\n')
  })

  it.each<[string, string, (tree: TempTree) => Promise<unknown>]>([
    ['a name in other letters', 'export.case', (tree) => tree.write('repo/agents.md', 'x')],
    [
      'a file with a second name',
      'export.hard-link',
      async (tree) => link(await tree.write('repo/AGENTS.md', 'x'), tree.path('repo/copy.md')),
    ],
    [
      'a link out of the work tree',
      'export.unreadable',
      async (tree) => tree.link('repo/AGENTS.md', await tree.write('outside.md', 'x')),
    ],
    [
      'names of one file that need different beginnings',
      'export.collision',
      async (tree) => {
        await tree.write('repo/AGENTS.md', 'x')
        await tree.link('repo/.cursor/rules/onesoul.mdc', '../../AGENTS.md')
      },
    ],
    [
      'text of somebody in a file that has to be ours alone',
      'export.not-alone',
      (tree) => tree.write('repo/.cursor/rules/onesoul.mdc', '---\nx: y\n---\nx\n'),
    ],
    [
      'marks that make no sense',
      'block.unbalanced',
      (tree) => tree.write('repo/CLAUDE.md', '<!-- ONESOUL:END id=export -->\n'),
    ],
    ['UTF-16', 'block.encoding', (tree) => tree.write('repo/CLAUDE.md', Buffer.from([0xff, 0xfe]))],
  ])('writes nothing at all for %s', async (_, code, prepare) => {
    const { tree, place } = await createProject()
    await prepare(tree)
    const before = await hashTree(tree.path('repo'))
    const done = await write(place, 'a')
    expect(codesOf(done)).toEqual([code])
    expect(await hashTree(tree.path('repo'))).toEqual(before)
    expect((await readExportRecord(place)).value).toBeNull()
  })

  it('refuses an edited block together with all others, and keeps a copy of what it forces', async () => {
    const { tree, place } = await createProject()
    await write(place, 'rule one\n')
    const edited = (await readFile(tree.path('repo/AGENTS.md'), 'utf8')).replace('one', 'none')
    await tree.write('repo/AGENTS.md', edited)
    const before = await hashTree(tree.path('repo'))
    expect(await statusesOf(place, 'rule two')).toEqual(['stale', 'edited', 'stale'])
    expect(codesOf(await write(place, 'rule two'))).toEqual(['block.edited'])
    expect(await hashTree(tree.path('repo'))).toEqual(before)
    const { backups } = await write(place, 'rule two', { force: true })
    expect(Object.keys(backups)).toEqual(['AGENTS.md'])
    expect(await readFile(backups['AGENTS.md'] ?? '', 'utf8')).toBe(edited)
    expect(await statusesOf(place, 'rule two')).toEqual(['current', 'current', 'current'])
  })

  it('takes a changed beginning for an edit', async () => {
    const { tree, place } = await createProject()
    await write(place, 'a')
    const path = 'repo/.cursor/rules/onesoul.mdc'
    const text = await readFile(tree.path(path), 'utf8')
    await tree.write(path, text.replaceAll('\n', '\r\n'))
    expect(await statusesOf(place, 'a')).toEqual(['current', 'current', 'current'])
    await tree.write(path, text.replace('true', 'false'))
    expect(await statusesOf(place, 'a')).toEqual(['current', 'current', 'edited'])
    expect(codesOf(await write(place, 'a'))).toEqual(['export.not-alone'])
    await write(place, 'a', { force: true })
    expect(await readFile(tree.path(path), 'utf8')).toBe(text)
  })

  it('tells what a shorter list leaves over, and takes it out when asked', async () => {
    const { tree, place } = await createProject()
    await write(place, 'a')
    const fewer = { targets: [AGENTS] }
    const plan = await planExport(place, requestOf('a', fewer))
    expect(plan.left.map(({ path }) => path)).toEqual(['CLAUDE.md', '.cursor/rules/onesoul.mdc'])
    await write(place, 'a', fewer)
    expect(await readFile(tree.path('repo/CLAUDE.md'), 'utf8')).toContain('\na\n')
    await write(place, 'a', { ...fewer, prune: true })
    expect((await readdir(tree.path('repo'))).sort()).toEqual(['.git', 'AGENTS.md'])
  })

  it('goes on where a killed export stopped', async () => {
    const { place } = await createProject()
    await write(place, 'a', { targets: [CLAUDE] })
    expect(await statusesOf(place, 'a')).toEqual(['current', 'no-file', 'no-file'])
    await write(place, 'a')
    expect(await statusesOf(place, 'a')).toEqual(['current', 'current', 'current'])
  })
})

describe('removeNotedBlocks', () => {
  it('forgets a work tree that is gone', async () => {
    const { tree, place } = await createProject()
    await write(place, 'a')
    await rm(tree.path('repo'), { recursive: true })
    expect(await listNotedBlocks(place.home)).toEqual([])
    expect(await removeNotedBlocks(place.home)).toEqual([])
    expect(await readdir(join(place.folder, 'blocks'))).toEqual([])
  })

  it('takes out by receipt what is as it was written, and says why the rest stays', async () => {
    const { tree, place } = await createProject()
    await tree.write('repo/CLAUDE.md', 'mine')
    await write(place, 'a')
    const edited = (await readFile(tree.path('repo/AGENTS.md'), 'utf8')).replace('\na\n', '\nb\n')
    await tree.write('repo/AGENTS.md', edited)
    const listed = await listNotedBlocks(place.home)
    expect(listed).toHaveLength(3)
    expect((await removeNotedBlocks(place.home)).map(({ path, kept }) => [path, kept])).toEqual(
      listed.map(({ path, kept }) => [path, kept]),
    )
    expect(await readFile(tree.path('repo/CLAUDE.md'), 'utf8')).toBe('mine')
    expect(await readFile(tree.path('repo/AGENTS.md'), 'utf8')).toBe(edited)
    expect((await readdir(tree.path('repo'))).sort()).toEqual(['.git', 'AGENTS.md', 'CLAUDE.md'])
    expect(await listNotedBlocks(place.home)).toEqual([
      { path: tree.path('repo/AGENTS.md'), id: 'export', kept: expect.stringContaining('edited') },
    ])
  })
})
