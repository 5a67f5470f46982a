import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { createTempTree } from '../../../test/temp-tree.ts'
import { openHome } from '../home/open-home.ts'
import { fixHome } from './fix-home.ts'
import { lintHome } from './lint-home.ts'

const createHome = async (files: Readonly<Record<string, string | Uint8Array>>) => {
  const tree = await createTempTree({ 'home/config.yaml': '' })
  await mkdir(tree.path('home/agent-configs'))
  await chmod(tree.path('home'), 0o700)
  for (const [path, text] of Object.entries(files))
    await tree.write(`home/agent-configs/${path}`, text)
  const home = await openHome({ dir: tree.path('home'), env: { HOME: tree.dir }, cwd: tree.dir })
  const fix = async () => fixHome(home, (await lintHome(home)).findings)
  const read = (path: string) => readFile(tree.path(`home/agent-configs/${path}`), 'utf8')
  const names = () => readdir(tree.path('home/agent-configs'))
  return { tree, home, fix, read, names }
}

describe('fixHome', () => {
  it('renames what differs in case or ending alone, byte for byte and with its mode', async () => {
    const { tree, fix, read, names } = await createHome({
      'soul.md': '\ufeffYou are calm.\r\n',
      'Memory.txt': 'x',
      'SKILLS.md': 'Search first.\n',
    })
    await chmod(tree.path('home/agent-configs/soul.md'), 0o640)
    expect(await fix()).toEqual([
      { code: 'slot.misnamed', path: 'Memory.txt', done: true, message: 'renamed to MEMORY.md' },
      { code: 'slot.skills-md', path: 'SKILLS.md', done: true, message: 'renamed to TOOLS.md' },
      { code: 'slot.wrong-case', path: 'soul.md', done: true, message: 'renamed to SOUL.md' },
    ])
    expect(await names()).toEqual(['MEMORY.md', 'SOUL.md', 'TOOLS.md'])
    expect(await read('SOUL.md')).toBe('\ufeffYou are calm.\r\n')
    expect((await stat(tree.path('home/agent-configs/SOUL.md'))).mode & 0o777).toBe(0o640)
  })

  it('never writes over the file with the right name, and leaves typing errors to people', async () => {
    const { fix, read, names } = await createHome({
      'SOUL.md': 'mine',
      'SOUL.txt': 'other',
      'SOLU.md': 'third',
      'TOOLS.md': 'a',
      'SKILLS.md': 'b',
    })
    const fixes = await fix()
    expect(fixes.map((one) => [one.path, one.done])).toEqual([
      ['SKILLS.md', false],
      ['SOUL.txt', false],
    ])
    expect(fixes[1]?.message).toContain('exists already')
    expect(await names()).toHaveLength(5)
    expect(await read('SOUL.md')).toBe('mine')
  })

  it('closes the fence at the end of a file and takes out a byte order mark', async () => {
    const { fix, read } = await createHome({
      'AGENTS.md': '# A\n\n```sh\nmake\n',
      'slack/TOOLS.md': '\ufeff# T\r\n~~~\r\nx',
    })
    expect((await fix()).map((one) => `${one.path}: ${one.message}`)).toEqual([
      'AGENTS.md: closed the code fence at its end',
      'slack/TOOLS.md: took out the byte order mark',
      'slack/TOOLS.md: closed the code fence at its end',
    ])
    expect(await read('AGENTS.md')).toBe('# A\n\n```sh\nmake\n```\n')
    expect(await read('slack/TOOLS.md')).toBe('# T\r\n~~~\r\nx\r\n~~~\r\n')
    expect(await fix()).toEqual([])
  })

  it('leaves alone what it could not write again as it was', async () => {
    const bytes = Buffer.from([0x23, 0x20, 0xff, 0x0a, 0x60, 0x60, 0x60, 0x0a, 0x78, 0x0a])
    const { tree, fix } = await createHome({ 'AGENTS.md': bytes })
    expect(await fix()).toEqual([])
    expect(await readFile(tree.path('home/agent-configs/AGENTS.md'))).toEqual(bytes)
  })

  it('does not write through a link, and says so', async () => {
    const { tree, fix } = await createHome({})
    await writeFile(tree.path('dotfiles.md'), '```\nx\n')
    await tree.link('home/agent-configs/AGENTS.md', tree.path('dotfiles.md'))
    expect(await fix()).toMatchObject([
      { path: 'AGENTS.md', done: false, message: expect.stringContaining('link') },
    ])
    expect(await readFile(tree.path('dotfiles.md'), 'utf8')).toBe('```\nx\n')
  })

  it('works on a folder of slots without a home, and writes no state there', async () => {
    const tree = await createTempTree({ 'slots/Soul.md': 'You are calm.\n' })
    const home = await openHome({
      configs: tree.path('slots'),
      env: { HOME: tree.dir },
      cwd: tree.dir,
    })
    const fixes = await fixHome(home, (await lintHome(home)).findings)
    expect(fixes.map((one) => one.message)).toEqual(['renamed to SOUL.md'])
    expect(await readdir(tree.dir)).toEqual(['slots'])
    expect(await readdir(tree.path('slots'))).toEqual(['SOUL.md'])
  })
})
