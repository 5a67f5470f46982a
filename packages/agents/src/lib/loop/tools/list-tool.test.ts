import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ToolResult } from '../loop-tool.ts'
import { createListTool } from './list-tool.ts'

let folder: string
let root: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onesoul-list-'))
  root = join(folder, 'tree')
  await mkdir(join(root, 'src/deep'), { recursive: true })
  await writeFile(join(root, 'src/a.txt'), '')
  await mkdir(join(folder, 'outside'))
  await writeFile(join(folder, 'outside/SECRET'), '')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

function list(path?: unknown, maxNames = 1000): Promise<ToolResult> {
  const tool = createListTool({ root, maxNames })
  const context = { signal: new AbortController().signal }
  return tool.run(path === undefined ? {} : { path }, context)
}

describe('list_files', () => {
  it('lists a folder, the work tree itself when none is named', async () => {
    await symlink('src', join(root, 'link'))
    expect(await list()).toEqual({ text: 'link@\nsrc/' })
    expect(await list('src')).toEqual({ text: 'a.txt\ndeep/' })
    expect(await list('link')).toEqual({ text: 'a.txt\ndeep/' })
    expect(await list('src/deep')).toEqual({ text: 'src/deep is empty' })
  })

  it('says how many names it leaves out, and keeps a name on its line', async () => {
    await writeFile(join(root, 'src/two\nlines'), '')
    expect((await list('src', 2)).text).toBe('"two\\nlines"\na.txt\n… and 1 more')
  })

  it.each([
    ['..', 'is not in the work tree'],
    ['/etc', 'is not in the work tree'],
    ['src/../../outside', 'is not in the work tree'],
    ['nothing', 'does not exist'],
    ['src/a.txt', 'is no folder'],
    ['a\0b', 'a path holds no NUL'],
    [7, '"path" must be a text'],
  ])('refuses %j', async (path, why) => {
    const { text, isError } = await list(path)
    expect(isError).toBe(true)
    expect(text).toContain(why)
  })

  it('follows no link out of the work tree, whoever swaps a folder for one meanwhile', async () => {
    await symlink(join(folder, 'outside'), join(root, 'out'))
    expect(await list('out')).toMatchObject({ isError: true })
    let stop = false
    const swap = async (): Promise<void> => {
      while (!stop) {
        await rename(join(root, 'src'), join(root, 'away'))
        await symlink(join(folder, 'outside'), join(root, 'src'))
        await rm(join(root, 'src'))
        await rename(join(root, 'away'), join(root, 'src'))
      }
    }
    const swapping = swap()
    const seen = new Set<string>()
    for (let at = 0; at < 150; at++) seen.add((await list('src')).text)
    stop = true
    await swapping
    expect([...seen].filter((text) => text.includes('SECRET'))).toEqual([])
    expect(await list('src')).toEqual({ text: 'a.txt\ndeep/' })
  })
})
