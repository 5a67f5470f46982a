import { randomBytes } from 'node:crypto'
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runChild, startChild } from '../../../test/children.mjs'
import { processIdentity, withLock } from '../../index.ts'
import { createOwnerRecord, type OwnerRecord } from '../process/owner-record.ts'

let dir: string
let path: string
beforeEach(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), 'onesoul-lock-')))
  path = join(dir, 'home.lock')
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const nothing = async (): Promise<void> => undefined
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

async function plant(changes: Partial<OwnerRecord> = {}): Promise<OwnerRecord> {
  const record = { ...(await createOwnerRecord('planted')), ...changes }
  await writeFile(path, JSON.stringify(record))
  return record
}

async function backdate(file: string, ms: number): Promise<void> {
  const then = (Date.now() - ms) / 1000
  await utimes(file, then, then)
}

async function elapsedMs(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await run()
  return performance.now() - start
}

describe('withLock', () => {
  it('runs the work, gives its result and leaves nothing behind', async () => {
    const during: string[] = []
    const result = await withLock(path, { command: 'onesoul trust' }, async () => {
      during.push(...(await readdir(dir)))
      const record: unknown = JSON.parse(await readFile(path, 'utf8'))
      expect(record).toEqual({
        ...(await processIdentity(process.pid)),
        host: expect.any(String),
        token: expect.stringMatching(/^[0-9a-f]{32}$/u),
        since: expect.stringMatching(/^\d{4}-\d\d-\d\dT/u),
        command: 'onesoul trust',
      })
      expect((await stat(path)).mode & 0o777).toBe(0o600)
      return 42
    })
    expect(result).toBe(42)
    expect(during).toEqual([basename(path)])
    expect(await readdir(dir)).toEqual([])
  })

  it('passes errors of the work on and releases', async () => {
    const failing = withLock(path, {}, () => Promise.reject(new Error('mine')))
    await expect(failing).rejects.toThrow('mine')
    expect(await readdir(dir)).toEqual([])
  })

  it('lets one call of a process in at a time', async () => {
    let inside = 0
    let most = 0
    const work = async (): Promise<void> => {
      most = Math.max(most, ++inside)
      await pause(1)
      inside--
    }
    await Promise.all(Array.from({ length: 20 }, () => withLock(path, {}, work)))
    expect(most).toBe(1)
  })

  it('loses no update of eight processes', { timeout: 60_000 }, async () => {
    const counter = join(dir, 'counter')
    await writeFile(counter, '0')
    const script = `
      const { withLock } = await load('index')
      const { readFile, writeFile } = await import('node:fs/promises')
      for (let turn = 0; turn < 10; turn++) {
        await withLock(args.path, { waitMs: 50_000 }, async () => {
          const value = Number(await readFile(args.counter, 'utf8'))
          await pause(1)
          await writeFile(args.counter, String(value + 1))
        })
      }`
    await Promise.all(Array.from({ length: 8 }, () => runChild(script, { path, counter })))
    expect(await readFile(counter, 'utf8')).toBe('80')
    expect(await readdir(dir)).toEqual(['counter'])
  })

  it('lets one in at a time when eight processes find the same dead holder', {
    timeout: 60_000,
  }, async () => {
    const rounds = 15
    const script = `
      const { withLock } = await load('index')
      const { appendFile, stat } = await import('node:fs/promises')
      say('ready')
      for (let round = 0; round < args.rounds; round++) {
        const lock = args.dir + '/' + round + '.lock'
        while (!(await stat(args.dir + '/go-' + round).catch(() => null))) await pause(1)
        await withLock(lock, { waitMs: 50_000 }, async () => {
          await appendFile(args.dir + '/log', round + ' in\\n')
          await pause(2)
          await appendFile(args.dir + '/log', round + ' out\\n')
        })
      }`
    const children = Array.from({ length: 8 }, () => startChild(script, { dir, rounds }))
    await Promise.all(children.map((child) => child.heard('ready')))
    for (let round = 0; round < rounds; round++) {
      path = join(dir, `${round}.lock`)
      await plant({ birth: 'an earlier boot:1', token: randomBytes(16).toString('hex') })
      await writeFile(join(dir, `go-${round}`), '')
      await pause(60)
    }
    for (const child of children) expect((await child.exit).code).toBe(0)
    const log = (await readFile(join(dir, 'log'), 'utf8')).trimEnd().split('\n')
    for (let round = 0; round < rounds; round++) {
      const lines = log.filter((line) => line.startsWith(`${round} `))
      expect(lines).toEqual(Array.from({ length: 8 }, () => [`${round} in`, `${round} out`]).flat())
    }
    expect((await readdir(dir)).filter((name) => !/^(go-|log)/u.test(name))).toEqual([])
  })

  it('takes over from a holder that was killed', async () => {
    const holder = startChild(
      `const { withLock } = await load('index')
       await withLock(args.path, {}, async () => { say('held'); await pause(60_000) })`,
      { path },
    )
    await holder.heard('held')
    await expect(withLock(path, { waitMs: 50 }, nothing)).rejects.toMatchObject({
      code: 'lock-timeout',
    })
    holder.kill('SIGKILL')
    await holder.exit
    expect(await elapsedMs(() => withLock(path, {}, nothing))).toBeLessThan(8000)
    expect(await readdir(dir)).toEqual([])
  })

  it('is not kept by another process that got the number of a dead holder', async () => {
    await plant({ pid: process.pid, birth: 'an earlier boot:1' })
    expect(await elapsedMs(() => withLock(path, {}, nothing))).toBeLessThan(8000)
  })

  it('names a living holder after the wait', async () => {
    const { since } = await plant({ command: 'onesoul run claude' })
    const start = performance.now()
    await expect(withLock(path, { waitMs: 300 }, nothing)).rejects.toMatchObject({
      code: 'lock-timeout',
      path,
      message: `The lock ${path} is held by process ${process.pid} (onesoul run claude) since ${since}; waited 0.3 s.`,
      fix: `Wait for process ${process.pid} or end it.`,
    })
    expect(performance.now() - start).toBeGreaterThanOrEqual(300)
    expect(performance.now() - start).toBeLessThan(8000)
  })

  it('looks once when it may not wait', async () => {
    await plant()
    await expect(withLock(path, { waitMs: 0 }, nothing)).rejects.toMatchObject({
      code: 'lock-timeout',
    })
    await plant({ birth: 'an earlier boot:1' })
    await expect(withLock(path, { waitMs: 0 }, nothing)).resolves.toBeUndefined()
  })

  it('judges a holder on another host by its age alone', async () => {
    await plant({ host: 'elsewhere', pid: 999_999_999, birth: 'x' })
    await expect(withLock(path, { waitMs: 100 }, nothing)).rejects.toMatchObject({
      code: 'lock-timeout',
      message: expect.stringContaining('process 999999999 (planted) on elsewhere since'),
    })
    await backdate(path, 11 * 60_000)
    await expect(withLock(path, { waitMs: 100 }, nothing)).resolves.toBeUndefined()
  })

  it.each([
    ['empty', ''],
    ['cut off', '{"pid":12,"bir'],
    ['no record', '[1,2]'],
    ['a token that leads elsewhere', JSON.stringify({ token: '../../x' })],
  ])('takes over a lock file that is damaged (%s)', async (_, text) => {
    await writeFile(path, text)
    await expect(withLock(path, { waitMs: 100 }, nothing)).rejects.toMatchObject({
      code: 'lock-timeout',
      message: expect.stringContaining('held by somebody unknown'),
    })
    await backdate(path, 3000)
    await expect(withLock(path, { waitMs: 100 }, nothing)).resolves.toBeUndefined()
    expect(await readdir(dir)).toEqual([])
  })

  it('recovers from a damaged lock file within one ordinary wait', async () => {
    await writeFile(path, '')
    expect(await elapsedMs(() => withLock(path, {}, nothing))).toBeLessThan(9000)
  })

  it('reports a folder that may not be written, at once and as itself', async () => {
    await chmod(dir, 0o555)
    const said = await runChild(
      `const { withLock } = await load('index')
       const start = performance.now()
       await withLock(args.path, {}, async () => say('ran'))
         .catch((error) => say([error.name, error.code, error.errno, performance.now() - start < 8000]))`,
      { path },
      { asNobody: true },
    ).finally(() => chmod(dir, 0o700))
    expect(said).toEqual([['DiskError', 'lock-failed', 'EACCES', true]])
  })

  it('reports a missing folder and a folder in its place as themselves', async () => {
    await expect(withLock(join(dir, 'none', 'x.lock'), {}, nothing)).rejects.toMatchObject({
      code: 'lock-failed',
      errno: 'ENOENT',
    })
    await mkdir(path)
    await expect(withLock(path, {}, nothing)).rejects.toMatchObject({
      code: 'lock-failed',
      errno: 'EISDIR',
    })
  })

  it('does not follow a link that stands in its place', async () => {
    const target = join(dir, 'target')
    await writeFile(target, '')
    await symlink(target, path)
    await expect(withLock(path, {}, nothing)).rejects.toMatchObject({
      code: 'lock-failed',
      errno: 'ELOOP',
    })
    expect(await readFile(target, 'utf8')).toBe('')
  })

  it('tells a holder whose lock was removed', async () => {
    await expect(withLock(path, {}, () => rm(path))).rejects.toMatchObject({ code: 'lock-lost' })
  })

  it('releases only with its own token', async () => {
    const theirs = await createOwnerRecord('theirs')
    const replaced = withLock(path, {}, async () => {
      await rm(path)
      await writeFile(path, JSON.stringify(theirs))
    })
    await expect(replaced).rejects.toMatchObject({ code: 'lock-lost' })
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(theirs)
  })

  it('takes over from a holder that gives no sign of life, which learns of it', async () => {
    const holder = startChild(
      `const { withLock } = await load('index')
       await withLock(args.path, { maxAgeMs: 500 }, async () => { say('held'); await pause(200) })
         .catch((error) => say(error.code))`,
      { path },
    )
    await holder.heard('held')
    holder.kill('SIGSTOP')
    await withLock(path, { maxAgeMs: 500 }, async () => {
      holder.kill('SIGCONT')
      expect((await holder.exit).said).toEqual(['held', 'lock-lost'])
      expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ pid: process.pid })
    })
  })

  it('is not taken from a holder that works longer than the age limit', async () => {
    let working = false
    const holder = withLock(path, { maxAgeMs: 1500 }, async () => {
      working = true
      await pause(3500)
      working = false
    })
    await expect.poll(() => working, { timeout: 10_000 }).toBe(true)
    await withLock(path, { maxAgeMs: 1500 }, async () => expect(working).toBe(false))
    await holder
  })
})
