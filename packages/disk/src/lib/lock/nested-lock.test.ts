import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withLock, writeFileSafely } from '../../index.ts'

let dir: string
beforeEach(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), 'onesoul-lock-')))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

describe('withLock inside its own work', () => {
  it('ends in bounded time, names the command that holds it and releases', async () => {
    const path = join(dir, 'home.lock')
    const start = performance.now()
    const nested = withLock(path, { command: 'onesoul run' }, () =>
      withLock(path, { waitMs: 50 }, async () => 'never'),
    )
    await expect(nested).rejects.toMatchObject({
      code: 'lock-timeout',
      message: expect.stringContaining(`held by process ${process.pid} (onesoul run)`),
    })
    expect(performance.now() - start).toBeLessThan(8000)
    expect(await readdir(dir)).toEqual([])
  })

  it('is of no concern to a write: writing a file takes no lock of ours', async () => {
    const path = join(dir, 'home.lock')
    await withLock(path, {}, () => writeFileSafely(join(dir, 'a.md'), 'x', { roots: [dir] }))
    expect(await readdir(dir)).toEqual(['a.md'])
  })
})
