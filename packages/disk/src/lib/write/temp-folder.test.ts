import { mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hostTag } from '../process/owner-record.ts'
import { lendTempFolder, sweepTempFolders } from './temp-folder.ts'

const DEAD = 4_194_303_999
const NAME = /^onesoul-codex-[0-9a-f]{8}-\d+-[0-9a-f]{24}$/

let base: string
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'onesoul-temp-test-'))
  vi.stubEnv('TMPDIR', base)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(base, { recursive: true, force: true })
})

const nameOf = (pid: number, host = hostTag()) => `onesoul-codex-${host}-${pid}-${'a'.repeat(24)}`

describe('lendTempFolder', () => {
  it('lends a private folder, which goes again with all that was put in it', async () => {
    for (const trouble of [false, true]) {
      let lent = ''
      const used = lendTempFolder('codex', async (folder) => {
        lent = folder
        expect(dirname(folder)).toBe(base)
        expect(basename(folder)).toMatch(NAME)
        expect((await stat(folder)).mode & 0o777).toBe(0o700)
        await mkdir(join(folder, 'a'))
        await writeFile(join(folder, 'a/b'), '')
        expect(await sweepTempFolders()).toEqual([])
        if (trouble) throw new Error('refused')
        return 'answer'
      })
      if (trouble) await expect(used).rejects.toThrow('refused')
      else expect(await used).toBe('answer')
      expect(lent).not.toBe('')
      expect(await readdir(base)).toEqual([])
    }
  })

  it('takes those of killed processes away first', async () => {
    await mkdir(join(base, nameOf(DEAD)))
    await writeFile(join(base, nameOf(DEAD), 'state.sqlite'), '')
    await lendTempFolder('codex', async (folder) => {
      expect(await readdir(base)).toEqual([basename(folder)])
    })
  })
})

describe('sweepTempFolders', () => {
  it('names what it would take, and takes it', async () => {
    const path = join(base, nameOf(DEAD))
    await mkdir(path)
    expect(await sweepTempFolders({ dryRun: true })).toEqual([path])
    expect(await sweepTempFolders()).toEqual([path])
    expect(await sweepTempFolders()).toEqual([])
  })

  it('takes nothing of a living process, of another host, or that is no folder of ours', async () => {
    await mkdir(join(base, nameOf(process.pid)))
    await mkdir(join(base, nameOf(DEAD, '00000000')))
    await mkdir(join(base, 'onesoul-codex-abcdef'))
    await mkdir(join(base, 'target'))
    await symlink(join(base, 'target'), join(base, `${nameOf(DEAD).slice(0, -1)}b`))
    await writeFile(join(base, `${nameOf(DEAD).slice(0, -1)}c`), '')
    expect(await sweepTempFolders()).toEqual([])
    expect(await readdir(base)).toHaveLength(6)
  })

  it('takes what is a day old, whoever made it', async () => {
    const path = join(base, nameOf(DEAD, '00000000'))
    await mkdir(path)
    const before = Date.now() / 1000 - 90_000
    await utimes(path, before, before)
    expect(await sweepTempFolders()).toEqual([path])
  })
})
