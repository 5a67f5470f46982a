import { once } from 'node:events'
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { spawnProgram } from '../launch/spawn-program.ts'
import { prepareSocketFolder, relaySocketPath } from './relay-socket.ts'

const RUN = '0f8fad5b-d9cb-469f-a165-70867728950e'

describe('relaySocketPath', () => {
  it('stands in the delivery folder', () => {
    expect(relaySocketPath('/h/state/deliver', RUN, {})).toBe(
      '/h/state/deliver/codex-0f8fad5bd9cb.sock',
    )
  })

  it('moves below TMPDIR when it would be too long for a socket, counted in bytes', () => {
    const long = `/h/${'é'.repeat(45)}`
    const path = relaySocketPath(long, RUN, { TMPDIR: '/t' })
    expect(path).toMatch(/^\/t\/onesoul-[0-9a-f]{16}\/codex-0f8fad5bd9cb\.sock$/)
    expect(relaySocketPath(long, RUN, {})).toMatch(/^\/tmp\/onesoul-/)
    expect(relaySocketPath(`${long}x`, RUN, { TMPDIR: '/t' })).not.toBe(path)
  })
})

describe('prepareSocketFolder', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'relay-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('makes the folder for us alone', async () => {
    await prepareSocketFolder(join(folder, 'a', 'b', 'codex-1.sock'))
    expect((await stat(join(folder, 'a', 'b'))).mode & 0o777).toBe(0o700)
  })

  it('removes sockets of runs that were killed, keeps live ones and other files', async () => {
    const dead = join(folder, 'codex-dead.sock')
    const script = `require('node:net').createServer().listen(${JSON.stringify(dead)}, () => process.kill(process.pid, 'SIGKILL'))`
    const program = { command: process.execPath, args: ['-e', script], env: {}, cwd: folder }
    const { exited } = await spawnProgram(program, { stdio: 'ignore', ownGroup: true })
    expect(await exited).toMatchObject({ signal: 'SIGKILL' })
    const live = createServer().listen(join(folder, 'codex-live.sock'))
    await once(live, 'listening')
    const other = createServer().listen(join(folder, 'other.sock'))
    await once(other, 'listening')
    expect((await readdir(folder)).sort()).toEqual([
      'codex-dead.sock',
      'codex-live.sock',
      'other.sock',
    ])
    await prepareSocketFolder(join(folder, 'codex-new.sock'))
    expect((await readdir(folder)).sort()).toEqual(['codex-live.sock', 'other.sock'])
    live.close()
    other.close()
  })

  it('refuses a folder that others may write into', async () => {
    await chmod(folder, 0o777)
    await expect(prepareSocketFolder(join(folder, 'codex-1.sock'))).rejects.toMatchObject({
      code: 'start-failed',
    })
  })

  it('refuses something that is no folder', async () => {
    const file = fileURLToPath(import.meta.url)
    await expect(prepareSocketFolder(join(file, 'codex-1.sock'))).rejects.toThrow()
  })
})
