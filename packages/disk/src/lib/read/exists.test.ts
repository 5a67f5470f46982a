import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { exists, isReachable } from '../../index.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'onesoul-exists-'))
})
afterEach(() => rm(dir, { recursive: true }))

it('tell a file, nothing, a dead link and what lies below a file apart', async () => {
  await writeFile(join(dir, 'file'), '')
  await symlink('nowhere', join(dir, 'dead'))
  const both = async (path: string): Promise<readonly boolean[]> => [
    await exists(join(dir, path)),
    await isReachable(join(dir, path)),
  ]
  expect(await both('file')).toEqual([true, true])
  expect(await both('nothing')).toEqual([false, false])
  expect(await both('file/below')).toEqual([false, false])
  expect(await both('dead')).toEqual([true, false])
})

it('of what cannot be looked at only one says no', async () => {
  const path = join(dir, 'x'.repeat(300))
  await expect(exists(path)).rejects.toThrow('ENAMETOOLONG')
  expect(await isReachable(path)).toBe(false)
})
