import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runChild } from '../../../test/children.mjs'
import { sweepTempFiles } from '../../index.ts'
import { tempFileName } from './temp-file.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'onesoul-temp-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

/** The name that a process gave, which has ended by now. */
async function nameOfDead(): Promise<string> {
  const [name] = await runChild(`say((await load('lib/write/temp-file')).tempFileName())`)
  return String(name)
}

describe('sweepTempFiles', () => {
  it('removes files of dead processes and nothing else', async () => {
    const dead = await nameOfDead()
    const kept = [tempFileName(), 'SOUL.md', '.onesoul-notes.tmp', `x${dead}`, `${dead}.bak`]
    for (const name of [dead, ...kept]) await writeFile(join(dir, name), '')
    expect(await sweepTempFiles(dir)).toEqual([join(dir, dead)])
    expect((await readdir(dir)).sort()).toEqual([...kept].sort())
  })

  it('only tells what would go when it is asked to', async () => {
    const dead = await nameOfDead()
    await writeFile(join(dir, dead), '')
    expect(await sweepTempFiles(dir, { dryRun: true })).toEqual([join(dir, dead)])
    expect(await readdir(dir)).toEqual([dead])
  })

  it('judges files of other hosts and of numbers in use by their age alone', async () => {
    const elsewhere = (await nameOfDead()).replace(/-[0-9a-f]{8}-/u, '-00000000-')
    const ours = tempFileName()
    for (const name of [elsewhere, ours]) await writeFile(join(dir, name), '')
    expect(await sweepTempFiles(dir)).toEqual([])
    const twoDaysAgo = Date.now() / 1000 - 2 * 86_400
    for (const name of [elsewhere, ours]) await utimes(join(dir, name), twoDaysAgo, twoDaysAgo)
    expect((await sweepTempFiles(dir)).length).toBe(2)
  })

  it('goes as deep as it is told and never through a link', async () => {
    const dead = await nameOfDead()
    const outside = await mkdtemp(join(tmpdir(), 'onesoul-outside-'))
    await mkdir(join(dir, 'a', 'b'), { recursive: true })
    await symlink(outside, join(dir, 'link'))
    for (const folder of [outside, join(dir, 'a'), join(dir, 'a', 'b')]) {
      await writeFile(join(folder, dead), '')
    }
    expect(await sweepTempFiles(dir)).toEqual([])
    expect(await sweepTempFiles(dir, { depth: 1 })).toEqual([join(dir, 'a', dead)])
    expect(await sweepTempFiles(dir, { depth: 9 })).toEqual([join(dir, 'a', 'b', dead)])
    expect(await readdir(outside)).toEqual([dead])
    await rm(outside, { recursive: true })
  })

  it('does not remove a folder or a link that bears such a name', async () => {
    const [folder, link] = [await nameOfDead(), await nameOfDead()]
    await mkdir(join(dir, folder))
    await symlink('/etc/passwd', join(dir, link))
    expect(await sweepTempFiles(dir)).toEqual([])
  })

  it('finds nothing in a folder that does not exist', async () => {
    expect(await sweepTempFiles(join(dir, 'none'))).toEqual([])
  })
})
