import { describe, expect, it } from 'vitest'
import { createTempTree } from '../../../test/temp-tree.ts'
import { discoverProject } from './discover.ts'

const discover = async (files: Readonly<Record<string, string>>, cwd = '') => {
  const tree = await createTempTree(files)
  await tree.folder('.git')
  const found = await discoverProject({ cwd: tree.path(cwd), userHome: '/home/nobody-here' })
  return {
    tree,
    files: found.files.map((file) => [file.path, file.directory, file.importedBy]),
    told: found.diagnostics.map((one) => [one.code, one.message]),
  }
}

describe('readImports', () => {
  it('reads what CLAUDE.md and GEMINI.md bring in, behind them, each once', async () => {
    const { files, told } = await discover({
      'CLAUDE.md': 'See @docs/style.md and @AGENTS.md but not `@docs/code.md`.\n',
      'AGENTS.md': '@docs/never.md\n',
      'GEMINI.md': '@docs/style.md @./docs/more.md\n',
      'docs/style.md': '@tests.md\n',
      'docs/tests.md': 'test',
      'docs/more.md': 'more',
      'docs/code.md': 'no',
      'docs/never.md': 'no',
    })
    expect(files).toEqual([
      ['AGENTS.md', '', undefined],
      ['CLAUDE.md', '', undefined],
      ['docs/style.md', 'docs', ['CLAUDE.md', 'GEMINI.md']],
      ['docs/tests.md', 'docs', ['docs/style.md']],
      ['GEMINI.md', '', undefined],
      ['docs/more.md', 'docs', ['GEMINI.md']],
    ])
    expect(told).toEqual([])
  })

  it('tells of a file that is missed for the full stop behind it', async () => {
    const { files, told } = await discover({ 'CLAUDE.md': 'See @style.md.\n', 'style.md': 'x' })
    expect(files.map(([path]) => path)).toEqual(['CLAUDE.md'])
    expect(told).toEqual([['project.import', expect.stringContaining('@style.md.,')]])
  })

  it('ends at a circle', async () => {
    const { files } = await discover({
      'CLAUDE.md': '@a.md',
      'a.md': '@b.md',
      'b.md': '@a.md @CLAUDE.md',
    })
    expect(files.map(([path]) => path)).toEqual(['CLAUDE.md', 'a.md', 'b.md'])
  })

  it('goes four files deep and tells of the next', async () => {
    const chain = Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`${n}.md`, `@${n + 1}.md`]))
    const { files, told } = await discover({ 'CLAUDE.md': '@1.md', ...chain })
    expect(files.map(([path]) => path)).toEqual(['CLAUDE.md', '1.md', '2.md', '3.md', '4.md'])
    expect(told).toEqual([
      ['project.import', '4.md brings in @5.md, which is not read: it is more than 4 files away'],
    ])
  })

  it('stays inside the work tree, away from credentials, and reads texts alone', async () => {
    const { files, told } = await discover(
      {
        'sub/CLAUDE.md':
          '@../up.md @../../out.md @/etc/x.md @~/x.md @../.env @../logo.png @gone.md @types/node',
        'up.md': 'up',
        '.env': 'KEY=1',
        'logo.png': 'png',
      },
      'sub',
    )
    expect(files.map(([path]) => path)).toEqual(['sub/CLAUDE.md', 'up.md'])
    expect(told.map(([, message]) => message)).toEqual([
      'sub/CLAUDE.md brings in @../../out.md, which is not read: it lies outside the work tree',
      'sub/CLAUDE.md brings in @/etc/x.md, which is not read: it lies outside the work tree',
      'sub/CLAUDE.md brings in @~/x.md, which is not read: it lies outside the work tree',
      'sub/CLAUDE.md brings in @gone.md, which is not read: there is no such file',
    ])
  })

  it('does not follow a link that leaves', async () => {
    const other = await createTempTree({ 'secret.md': 'key' })
    const tree = await createTempTree({ 'CLAUDE.md': '@link.md' })
    await tree.folder('.git')
    await tree.link('link.md', other.path('secret.md'))
    const found = await discoverProject({ cwd: tree.dir, userHome: '/home/nobody-here' })
    expect(found.files.map((file) => file.path)).toEqual(['CLAUDE.md'])
    expect(found.diagnostics.map((one) => one.code)).toEqual(['project.import'])
  })

  it('reads no more than 64 files', async () => {
    const names = Array.from({ length: 80 }, (_, index) => `f${index}.md`)
    const { files } = await discover({
      'CLAUDE.md': names.map((name) => `@${name}`).join('\n'),
      ...Object.fromEntries(names.map((name) => [name, name])),
    })
    expect(files).toHaveLength(64)
  })
})
