import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ToolInput } from '../loop-tool.ts'
import { createFileTools, type FileToolOptions } from './file-tools.ts'

let folder: string
let root: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onesoul-'))
  root = join(folder, 'tree')
  await mkdir(join(root, 'src'), { recursive: true })
  await writeFile(join(root, 'src/a.txt'), 'alpha')
  await writeFile(join(folder, 'secret.txt'), 'SECRET')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const context = { signal: new AbortController().signal }
const tools = (options: Partial<FileToolOptions> = {}) => {
  const [reads, writes] = createFileTools({ root, ...options })
  return {
    read: (path: unknown) => reads.run({ path } as ToolInput, context),
    write: (path: unknown, content: unknown = 'new') =>
      writes.run({ path, content } as ToolInput, context),
  }
}

describe('read_file', () => {
  it('reads a text, by its relative or its whole path', async () => {
    expect(await tools().read('src/a.txt')).toEqual({ text: 'alpha' })
    expect(await tools().read(join(root, 'src/a.txt'))).toEqual({ text: 'alpha' })
  })

  it.each([
    ['../secret.txt', 'is not in the work tree'],
    ['src/../../secret.txt', 'is not in the work tree'],
    ['/etc/hostname', 'is not in the work tree'],
    ['', 'name a file'],
    ['.', 'is not in the work tree'],
    ['src\0/a.txt', 'a path holds no NUL'],
    ['nothing.txt', 'does not exist'],
    ['src', 'is a folder'],
    [7, '"path" must be a text'],
  ])('refuses %j', async (path, why) => {
    const { text, isError } = await tools().read(path)
    expect(isError).toBe(true)
    expect(text).toContain(why)
    expect(text).not.toContain(folder)
  })

  it('follows no link out of the work tree, to a file, through a folder or over another link', async () => {
    await symlink(join(folder, 'secret.txt'), join(root, 'file'))
    await symlink(folder, join(root, 'out'))
    await symlink('out', join(root, 'twice'))
    for (const path of ['file', 'out/secret.txt', 'twice/secret.txt', 'out/tree/../secret.txt']) {
      const { text, isError } = await tools().read(path)
      expect(isError, path).toBe(true)
      expect(text).not.toContain('SECRET')
    }
  })

  it('never gives what lies outside, whoever swaps a folder for a link meanwhile', async () => {
    await mkdir(join(folder, 'src'))
    await writeFile(join(folder, 'src/a.txt'), 'SECRET')
    const { read } = tools()
    let stop = false
    const swap = async (): Promise<void> => {
      while (!stop) {
        await rename(join(root, 'src'), join(root, 'away'))
        await symlink(join(folder, 'src'), join(root, 'src'))
        await rm(join(root, 'src'))
        await rename(join(root, 'away'), join(root, 'src'))
      }
    }
    const swapping = swap()
    const texts = new Set<string>()
    for (let at = 0; at < 150; at++) texts.add((await read('src/a.txt')).text)
    stop = true
    await swapping
    expect([...texts].filter((text) => text.includes('SECRET'))).toEqual([])
    expect(await read('src/a.txt')).toEqual({ text: 'alpha' })
  })

  it('waits for no FIFO, and gives no bytes that are no text', async () => {
    execFileSync('mkfifo', [join(root, 'pipe')])
    await writeFile(join(root, 'bytes'), new Uint8Array([0xff, 0xfe, 0]))
    await writeFile(join(root, 'long'), 'x'.repeat(20))
    const { read } = tools({ maxBytes: 10 })
    for (const path of ['pipe', 'bytes', 'long']) {
      expect((await read(path)).isError, path).toBe(true)
    }
  })

  it('gives no credentials, nor over a link of the work tree', async () => {
    await writeFile(join(root, '.env'), 'TOKEN=SECRET')
    await symlink('.env', join(root, 'notes.txt'))
    for (const path of ['.env', 'notes.txt']) {
      expect((await tools().read(path)).text, path).not.toContain('SECRET')
    }
  })

  it('adds the instructions of a folder to the first result from it, once each text', async () => {
    const asked: string[] = []
    const { read } = tools({
      hintFor: async (name) => {
        asked.push(name)
        return name === 'src' ? 'RULES' : null
      },
    })
    await writeFile(join(root, 'b.txt'), 'beta')
    expect((await read('src/a.txt')).text).toBe('alpha\n\nRULES')
    expect((await read('src/a.txt')).text).toBe('alpha')
    expect((await read('b.txt')).text).toBe('beta')
    expect(asked).toEqual(['src', 'src', ''])
  })
})

describe('write_file', () => {
  it('makes files, and writes over one only what was read before', async () => {
    const { read, write } = tools()
    expect(await write('new/b.txt')).toEqual({ text: 'created new/b.txt' })
    expect(await write('new/b.txt', 'newer')).toEqual({ text: 'wrote new/b.txt' })
    expect((await write('src/a.txt')).text).toContain('exists already')
    await read('src/a.txt')
    await writeFile(join(root, 'src/a.txt'), 'of a person')
    expect((await write('src/a.txt')).text).toContain('changed by somebody else')
    expect(await readFile(join(root, 'src/a.txt'), 'utf8')).toBe('of a person')
    await read('src/a.txt')
    expect(await write('src/a.txt', 'mine')).toEqual({ text: 'wrote src/a.txt' })
  })

  it('asks, and says what it would do', () => {
    const [reads, writes] = createFileTools({ root })
    expect([reads.asks ?? false, writes.asks]).toEqual([false, true])
    expect(writes.describe?.({ path: 'a\nb', content: 'xyz' })).toBe('write "a\\nb" (3 characters)')
  })

  it.each([
    '../out.txt',
    '/tmp/onesoul-out.txt',
    '.git/hooks/pre-commit',
    '.GIT/config',
    'sub/.git/config',
    '.g\u200cit/config',
    '.git./config',
    '.git /config',
    '.git::$INDEX_ALLOCATION/config',
    'GIT~1/config',
    '.ｇit/config',
    '.hg/hgrc',
  ])('refuses %j', async (path) => {
    expect((await tools().write(path)).isError).toBe(true)
  })

  it('writes through no link that leads out, nor to what steers other programs', async () => {
    await mkdir(join(root, '.git'))
    await symlink(folder, join(root, 'out'))
    await symlink(join(folder, 'secret.txt'), join(root, 'file'))
    await symlink(join(folder, 'not-yet.txt'), join(root, 'dangling'))
    await symlink('.git', join(root, 'g'))
    const { read, write } = tools()
    for (const path of ['out/x.txt', 'file', 'dangling', 'g/config', 'g/new/config']) {
      await read(path)
      expect((await write(path)).isError, path).toBe(true)
    }
    expect(await readFile(join(folder, 'secret.txt'), 'utf8')).toBe('SECRET')
    expect(execFileSync('ls', ['-A', join(root, '.git')], { encoding: 'utf8' })).toBe('')
  })
})
