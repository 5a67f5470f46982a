import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeOwnFile } from './write-own-file.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onesoul-own-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe('writeOwnFile', () => {
  it('creates and replaces, for the owner alone, and leaves nothing beside it', async () => {
    const path = join(folder, 'file')
    await writeOwnFile(path, 'one')
    await writeOwnFile(path, 'two')
    expect(await readFile(path, 'utf8')).toBe('two')
    expect((await lstat(path)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['file'])
  })

  it('replaces a link instead of writing through it', async () => {
    await writeFile(join(folder, 'target'), 'theirs')
    await symlink(join(folder, 'target'), join(folder, 'link'))
    await writeOwnFile(join(folder, 'link'), 'ours')
    expect(await readFile(join(folder, 'target'), 'utf8')).toBe('theirs')
    expect((await lstat(join(folder, 'link'))).isFile()).toBe(true)
  })

  it('says what cannot be written, and leaves no temporary file', async () => {
    await mkdir(join(folder, 'full', 'inside'), { recursive: true })
    await expect(writeOwnFile(join(folder, 'full'), 'x')).rejects.toMatchObject({
      code: 'write-failed',
      message: expect.stringContaining('full could not be written'),
    })
    await expect(writeOwnFile(join(folder, 'none', 'x'), 'x')).rejects.toMatchObject({
      code: 'write-failed',
    })
    expect(await readdir(folder)).toEqual(['full'])
  })

  it('shows every reader the old text or the new', async () => {
    const path = join(folder, 'file')
    const texts = ['a'.repeat(100_000), 'b'.repeat(100_000)]
    await writeOwnFile(path, texts[0] ?? '')
    let writing = true
    const writes = (async () => {
      for (let index = 0; index < 100; index++) await writeOwnFile(path, texts[index % 2] ?? '')
      writing = false
    })()
    while (writing) expect(texts).toContain(await readFile(path, 'utf8'))
    await writes
  })
})
