import { mkdir, mkdtemp, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { caseVariants, listFolder, listSmallFolder, mayHold } from './list-folder.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onesoul-list-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('listFolder', () => {
  it('is sorted, and empty for what cannot be listed', async () => {
    for (const name of ['b', 'a', 'C']) await writeFile(join(folder, name), '')
    for (const list of [listFolder, listSmallFolder]) {
      expect((await list(folder)).names).toEqual(['C', 'a', 'b'])
      expect(await list(join(folder, 'none'))).toMatchObject({ names: [], complete: true })
      expect(await list(join(folder, 'a'))).toMatchObject({ names: [], complete: false })
    }
  })

  it('tells files from folders and links', async () => {
    await writeFile(join(folder, 'file'), '')
    await mkdir(join(folder, 'folder'))
    await symlink('file', join(folder, 'link'))
    const { names, files } = await listFolder(folder)
    expect(names).toEqual(['file', 'folder', 'link'])
    expect([...files]).toEqual(['file'])
  })

  it('asks again while the folder is fresh, whatever its times say', async () => {
    await writeFile(join(folder, 'a'), '')
    const first = await listFolder(folder)
    expect(await listFolder(folder)).not.toBe(first)
  })

  it('remembers a settled folder until a name is added, removed or renamed', async () => {
    await writeFile(join(folder, 'a'), '')
    await sleep(2100)
    const first = await listFolder(folder)
    expect(await listFolder(folder)).toBe(first)
    await writeFile(join(folder, 'b'), '')
    expect((await listFolder(folder)).names).toEqual(['a', 'b'])
    await rename(join(folder, 'a'), join(folder, 'c'))
    expect((await listFolder(folder)).names).toEqual(['b', 'c'])
  })

  it('is not fooled by a modification time that was set back', async () => {
    await sleep(2100)
    await listFolder(folder)
    await writeFile(join(folder, 'late'), '')
    await utimes(folder, 1, 1)
    expect((await listFolder(folder)).names).toEqual(['late'])
  })
})

describe('caseVariants', () => {
  it('names every other spelling, and not the name itself', () => {
    const names = ['SOUL.md', 'Soul.md', 'soul.md', 'tools.md']
    expect(caseVariants(names, 'SOUL.md')).toEqual(['Soul.md', 'soul.md'])
    expect(caseVariants(names, 'TOOLS.md')).toEqual(['tools.md'])
    expect(caseVariants(names, 'USER.md')).toEqual([])
  })
})

describe('mayHold', () => {
  it('leaves a file out only when a whole listing has no spelling of its name', () => {
    const listing = { names: ['SOUL.md', 'tools.md'], files: new Set<string>(), complete: true }
    expect(mayHold(listing, 'SOUL.md')).toBe(true)
    expect(mayHold(listing, 'TOOLS.md')).toBe(true)
    expect(mayHold(listing, 'USER.md')).toBe(false)
    expect(mayHold({ ...listing, complete: false }, 'USER.md')).toBe(true)
  })
})
