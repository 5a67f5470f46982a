import { execFileSync } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runChild } from '../../../test/children.mjs'
import { hashEntries, hashTree, listTree } from '../../index.ts'

let dir: string
beforeEach(async () => {
  dir = join(await mkdtemp(join(tmpdir(), 'onesoul-tree-')), 'tree')
  await mkdir(join(dir, 'a', 'b'), { recursive: true })
  await writeFile(join(dir, 'a', 'b', 'SOUL.md'), 'soul')
  await writeFile(join(dir, 'z'), '')
  await symlink('../z', join(dir, 'a', 'link'))
})
afterEach(() => rm(join(dir, '..'), { recursive: true, force: true }))

const changes: Readonly<Record<string, () => Promise<void>>> = {
  'a content': () => writeFile(join(dir, 'a', 'b', 'SOUL.md'), 'Soul'),
  'a name': () => rename(join(dir, 'z'), join(dir, 'y')),
  'a place': () => rename(join(dir, 'a', 'b', 'SOUL.md'), join(dir, 'a', 'SOUL.md')),
  'a mode': () => chmod(join(dir, 'z'), 0o755),
  'the mode of a folder': () => chmod(join(dir, 'a'), 0o711),
  'a new empty folder': () => mkdir(join(dir, 'c')).then(() => undefined),
  'a file gone': () => rm(join(dir, 'z')),
  'where a link leads': async () => {
    await rm(join(dir, 'a', 'link'))
    await symlink('../zz', join(dir, 'a', 'link'))
  },
  'a link that became a file with its target as text': async () => {
    await rm(join(dir, 'a', 'link'))
    await writeFile(join(dir, 'a', 'link'), '../z')
  },
}

describe('hashTree', () => {
  it('is the same for the same tree at another place and time', async () => {
    const before = await hashTree(dir)
    expect(before).toMatch(/^[0-9a-f]{64}$/u)
    await cp(dir, `${dir}2`, { recursive: true, verbatimSymlinks: true })
    for (const folder of ['', 'a', 'a/b']) await chmod(join(`${dir}2`, folder), 0o755)
    for (const folder of ['', 'a', 'a/b']) await chmod(join(dir, folder), 0o755)
    await utimes(join(dir, 'z'), 1, 1)
    expect(await hashTree(`${dir}2`)).toBe(await hashTree(dir))
  })

  it.each(Object.keys(changes))('notices %s', async (name) => {
    const before = await hashTree(dir)
    await changes[name]?.()
    expect(await hashTree(dir)).not.toBe(before)
  })

  it('does not follow links, not even out of the tree or in circles', async () => {
    await symlink('/', join(dir, 'root'))
    await symlink('.', join(dir, 'self'))
    const links = (await listTree(dir)).filter((entry) => entry.type === 'link')
    expect(links.map(({ path, content }) => [path, content])).toEqual([
      ['a/link', '../z'],
      ['root', '/'],
      ['self', '.'],
    ])
  })

  it('does not wait for a FIFO', async () => {
    execFileSync('mkfifo', [join(dir, 'fifo')])
    expect(await listTree(dir)).toContainEqual({
      path: 'fifo',
      type: 'other',
      mode: expect.any(Number),
      content: '',
    })
  })

  it('leaves out what it is told, with all below', async () => {
    const before = await hashTree(dir, { exclude: ['a/b', 'z'] })
    await writeFile(join(dir, 'a', 'b', 'new'), 'x')
    await rm(join(dir, 'z'))
    expect(await hashTree(dir, { exclude: ['a/b', 'z'] })).toBe(before)
    await mkdir(join(dir, 'b'))
    expect(await hashTree(dir, { exclude: ['a/b', 'z'] })).not.toBe(before)
  })

  it('tells any two different trees of files apart', async () => {
    const name = fc.stringMatching(/^[ab]{1,3}$/u)
    const tree = fc.dictionary(name, fc.stringMatching(/^[ab]{0,3}$/u), { maxKeys: 3 })
    const plant = async (root: string, files: Record<string, string>): Promise<string> => {
      await rm(root, { recursive: true, force: true })
      await mkdir(root)
      for (const [file, text] of Object.entries(files)) await writeFile(join(root, file), text)
      return hashTree(root)
    }
    const sorted = (files: Record<string, string>): string =>
      JSON.stringify(Object.entries(files).sort())
    await fc.assert(
      fc.asyncProperty(tree, tree, async (one, two) => {
        const equal = (await plant(`${dir}1`, one)) === (await plant(`${dir}2`, two))
        expect(equal).toBe(sorted(one) === sorted(two))
      }),
      { numRuns: 60 },
    )
  })

  it('knows where a name ends and a link begins', async () => {
    const hashes: string[] = []
    for (const [name, target] of [
      ['ab', 'c'],
      ['a', 'bc'],
    ] as const) {
      const root = `${dir}-${name}`
      await mkdir(root)
      await symlink(target, join(root, name))
      hashes.push(await hashTree(root))
    }
    expect(hashes[0]).not.toBe(hashes[1])
  })

  it('has no hash for a tree of which a part cannot be read', async () => {
    await expect(hashTree(join(dir, 'none'))).rejects.toMatchObject({
      code: 'tree-unreadable',
      errno: 'ENOENT',
    })
    await chmod(join(dir, '..'), 0o755)
    await chmod(join(dir, 'a', 'b', 'SOUL.md'), 0)
    const said = await runChild(
      `const { hashTree } = await load('index')
       await hashTree(args.dir).catch((error) => say([error.code, error.errno, error.path]))`,
      { dir },
      { asNobody: true },
    )
    expect(said).toEqual([['tree-unreadable', 'EACCES', join(dir, 'a', 'b', 'SOUL.md')]])
  })
})

describe('hashEntries', () => {
  it('is the hash of the folder that has these entries, in any order', async () => {
    const entries = [...(await listTree(dir))].reverse()
    expect(hashEntries(entries)).toBe(await hashTree(dir))
    expect(hashEntries(entries.slice(1))).not.toBe(await hashTree(dir))
  })
})
