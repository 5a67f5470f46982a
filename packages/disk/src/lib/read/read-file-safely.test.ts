import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { chmod, mkdir, mkdtemp, open, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runChild } from '../../../test/children.mjs'
import { readFileSafely } from '../../index.ts'
import { readThrough } from './read-file-safely.ts'

let dir: string
let file: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'onesoul-read-'))
  file = join(dir, 'SOUL.md')
})
afterEach(() => rm(dir, { recursive: true, force: true }))

describe('readFileSafely', () => {
  it('gives the bytes, their hash and what the file is like', async () => {
    await writeFile(file, 'I am 一魂.\r\n', { mode: 0o640 })
    await chmod(file, 0o640)
    const sha256 = createHash('sha256').update('I am 一魂.\r\n').digest('hex')
    const found = await readFileSafely(file, { roots: [dir] })
    expect(found).toMatchObject({
      outcome: 'content',
      sha256,
      size: 14,
      mode: 0o640,
      realPath: file,
      viaLink: false,
    })
    expect(found.outcome === 'content' && found.mtimeMs > 0).toBe(true)
  })

  it('reads any bytes as they are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 5000 }), async (bytes) => {
        await writeFile(file, bytes)
        expect(await readFileSafely(file)).toMatchObject({ outcome: 'content', bytes })
      }),
      { numRuns: 30 },
    )
  })

  it('says missing when nothing is there, also when a folder on the way is missing', async () => {
    expect(await readFileSafely(file)).toEqual({ outcome: 'missing' })
    expect(await readFileSafely(join(dir, 'slack', 'dev', 'SOUL.md'))).toEqual({
      outcome: 'missing',
    })
  })

  it('refuses a folder', async () => {
    await mkdir(file)
    expect(await readFileSafely(file)).toMatchObject({ outcome: 'failed', code: 'directory' })
  })

  it('says so when a file stands where a folder is expected', async () => {
    await writeFile(join(dir, 'slack'), '')
    const found = await readFileSafely(join(dir, 'slack', 'SOUL.md'))
    expect(found).toMatchObject({ outcome: 'failed', code: 'not-directory' })
  })

  it('does not wait for the writer of a FIFO', async () => {
    execFileSync('mkfifo', [file])
    const start = performance.now()
    expect(await readFileSafely(file)).toMatchObject({
      outcome: 'failed',
      code: 'not-regular',
      message: `${file} is a FIFO, not a regular file.`,
    })
    expect(performance.now() - start).toBeLessThan(4000)
  })

  it('does not wait for a FIFO that takes the place of a file between look and use', async () => {
    await writeFile(file, 'text')
    const swap = async (path: string, flags: number) => {
      await rm(path)
      execFileSync('mkfifo', [path])
      return open(path, flags)
    }
    const found = await readThrough(swap, file, { timeoutMs: 3000 })
    expect(found).toMatchObject({ outcome: 'failed', code: 'not-regular' })
  })

  it('refuses sockets and devices', async () => {
    const server = createServer().listen(file)
    try {
      await expect
        .poll(() => readFileSafely(file), { timeout: 10_000 })
        .toMatchObject({ outcome: 'failed', code: 'not-regular' })
    } finally {
      server.close()
    }
    expect(await readFileSafely('/dev/zero')).toMatchObject({ code: 'not-regular' })
  })

  it('reads up to the limit and refuses a byte more, by its size', async () => {
    await writeFile(file, 'x'.repeat(100))
    expect(await readFileSafely(file, { maxBytes: 100 })).toMatchObject({ size: 100 })
    expect(await readFileSafely(file, { maxBytes: 99 })).toMatchObject({
      outcome: 'failed',
      code: 'too-large',
      message: `${file} has 100 bytes; at most 99 are read.`,
    })
  })

  it('has a limit of 2 MiB and does not read a huge sparse file', async () => {
    await writeFile(file, '')
    await truncate(file, 2 * 1024 * 1024)
    expect(await readFileSafely(file)).toMatchObject({ outcome: 'content', size: 2_097_152 })
    await truncate(file, 2 ** 40)
    expect(await readFileSafely(file)).toMatchObject({ outcome: 'failed', code: 'too-large' })
  })

  it.runIf(process.platform === 'linux')('counts while reading what has no size', async () => {
    const options = { roots: ['/proc'], maxBytes: 10 }
    expect(await readFileSafely('/proc/version', options)).toMatchObject({
      outcome: 'failed',
      code: 'too-large',
      message: '/proc/version has more than 10 bytes; at most 10 are read.',
    })
    expect(await readFileSafely('/proc/version', { roots: ['/proc'] })).toMatchObject({
      outcome: 'content',
    })
  })

  it('gives up on a disk that does not answer', async () => {
    await writeFile(file, 'text')
    const slow = () => new Promise<never>(() => undefined)
    const start = performance.now()
    expect(await readThrough(slow, file, { timeoutMs: 50 })).toEqual({
      outcome: 'failed',
      code: 'timeout',
      message: `${file} could not be read within 0.05 s.`,
    })
    expect(performance.now() - start).toBeLessThan(4000)
  })

  it('closes the file when a late disk answers after all', async () => {
    await writeFile(file, 'text')
    const handles: Awaited<ReturnType<typeof open>>[] = []
    const late = async (path: string, flags: number) => {
      await new Promise((done) => setTimeout(done, 100))
      const handle = await open(path, flags)
      handles.push(handle)
      return handle
    }
    expect(await readThrough(late, file, { timeoutMs: 10 })).toMatchObject({ code: 'timeout' })
    expect(handles).toEqual([])
    await expect.poll(() => handles.map((handle) => handle.fd), { timeout: 10_000 }).toEqual([-1])
  })

  it('reads the new file when an editor replaces it meanwhile', async () => {
    await writeFile(file, 'old')
    let replaced = false
    const replacing = async (path: string, flags: number) => {
      const handle = await open(path, flags)
      if (!replaced) {
        replaced = true
        await writeFile(join(dir, 'new'), 'new')
        await rename(join(dir, 'new'), path)
      }
      return handle
    }
    const found = await readThrough(replacing, file, {})
    expect(found).toMatchObject({ outcome: 'content', bytes: new Uint8Array(Buffer.from('new')) })
  })

  it('gives up on a file that is replaced each time', async () => {
    const replacing = async (path: string, flags: number) => {
      const handle = await open(path, flags)
      await writeFile(join(dir, 'new'), 'new')
      await rename(join(dir, 'new'), path)
      return handle
    }
    await writeFile(file, 'old')
    expect(await readThrough(replacing, file, {})).toMatchObject({ outcome: 'failed', code: 'io' })
  })

  it('opens without waiting and without taking a terminal', async () => {
    await writeFile(file, '')
    let seen = 0
    const looking = (path: string, flags: number) => {
      seen = flags
      return open(path, flags)
    }
    await readThrough(looking, file, {})
    expect(seen & constants.O_NONBLOCK).toBe(constants.O_NONBLOCK)
    expect(seen & constants.O_NOCTTY).toBe(constants.O_NOCTTY)
  })

  it('names a file that may not be read, and a folder that may not be entered', async () => {
    await chmod(dir, 0o755)
    await writeFile(file, 'secret', { mode: 0o600 })
    await chmod(file, 0)
    await mkdir(join(dir, 'closed'), { mode: 0o700 })
    await writeFile(join(dir, 'closed', 'SOUL.md'), 'secret')
    await chmod(join(dir, 'closed'), 0)
    const said = await runChild(
      `const { readFileSafely } = await load('index')
       say(await readFileSafely(args.file))
       say(await readFileSafely(args.inside))`,
      { file, inside: join(dir, 'closed', 'SOUL.md') },
      { asNobody: true },
    ).finally(() => chmod(join(dir, 'closed'), 0o700))
    expect(said).toEqual([
      {
        outcome: 'failed',
        code: 'permission',
        message: expect.stringMatching(/SOUL\.md may not be read by uid \d+\.$/u),
        fix: expect.any(String),
      },
      {
        outcome: 'failed',
        code: 'permission',
        message: expect.stringMatching(/the folder \S+\/closed may not be entered by uid \d+\.$/u),
        fix: expect.any(String),
      },
    ])
  })

  it('takes a path that no file can have for trouble, not for a crash', async () => {
    expect(await readFileSafely(join(dir, 'x'.repeat(300)))).toMatchObject({ code: 'io' })
    expect(await readFileSafely(join(dir, 'a\u0000b'))).toMatchObject({ code: 'io' })
  })
})
