import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSessionStore } from './session-store.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'onesoul-sessions-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

describe('createSessionStore', () => {
  it('says in one sentence that a home takes no session', async () => {
    const place = join(dir, 'sessions')
    await writeFile(place, '')
    await expect(createSessionStore(place).addReceipt('one', '{}')).rejects.toMatchObject({
      name: 'CliError',
      exitCode: 1,
      message: expect.stringContaining('could not be created (ENOTDIR)'),
    })
  })
})
