import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startChild } from '../../../test/children.mjs'
import { acquireLease, sweepLeases } from '../../index.ts'

let base: string
let dir: string
let file: string
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'onesoul-lease-'))
  dir = join(base, 'leases')
  file = join(base, 'text.md')
})
afterEach(() => rm(base, { recursive: true, force: true }))

const prepare = (): Promise<void> => writeFile(file, 'text')
const cleanUp = (): Promise<void> => rm(file)

describe('acquireLease', () => {
  it('tells the last one that it is the last', async () => {
    const a = await acquireLease(dir, 'text.md')
    const b = await acquireLease(dir, 'text.md')
    const other = await acquireLease(dir, 'other')
    expect(await a.release()).toEqual({ last: false })
    expect(await b.release()).toEqual({ last: true })
    expect(await other.release()).toEqual({ last: true })
    expect(await readdir(dir)).toEqual([])
    expect((await stat(dir)).mode & 0o777).toBe(0o700)
  })

  it('releases once', async () => {
    const lease = await acquireLease(dir, 'k')
    let cleaned = 0
    const count = async (): Promise<void> => {
      cleaned++
    }
    expect(await lease.release(count)).toEqual({ last: true })
    expect(await lease.release(count)).toEqual({ last: false })
    expect(cleaned).toBe(1)
  })

  it('takes no lease when what it stands for cannot be made', async () => {
    const failing = acquireLease(dir, 'k', { prepare: () => Promise.reject(new Error('no room')) })
    await expect(failing).rejects.toThrow('no room')
    expect(await readdir(dir)).toEqual([])
  })

  it.each(['', '.hidden', '../x', 'a/b', 'a\u0000b', 'x'.repeat(129)])(
    'refuses the key %j',
    async (key) => {
      await expect(acquireLease(dir, key)).rejects.toMatchObject({ code: 'invalid-argument' })
    },
  )

  it('keeps what is shared while anybody of eight processes uses it', {
    timeout: 60_000,
  }, async () => {
    const script = `
      const { acquireLease, writeOwnFile } = await load('index')
      const { readFile, rm } = await import('node:fs/promises')
      for (let turn = 0; turn < 8; turn++) {
        // Those who hold it already read it meanwhile.
        const prepare = () => writeOwnFile(args.file, 'text')
        const lease = await acquireLease(args.dir, 'text.md', { prepare })
        await pause(Math.random() * 3)
        if ((await readFile(args.file, 'utf8').catch(() => 'gone')) !== 'text') say('lost')
        await lease.release(() => rm(args.file))
      }`
    const children = Array.from({ length: 8 }, () => startChild(script, { dir, file }))
    for (const child of children) {
      expect(await child.exit).toMatchObject({ code: 0, said: [], stderr: '' })
    }
    expect(await readdir(base)).toEqual(['leases'])
    expect(await readdir(dir)).toEqual([])
  })

  it('lives as long as a child that outlives its holder', async () => {
    const sleeper = startChild(`say('up'); await pause(60_000)`)
    await sleeper.heard('up')
    const holder = startChild(
      `const { acquireLease } = await load('index')
       const { writeFile } = await import('node:fs/promises')
       const prepare = () => writeFile(args.file, 'text')
       const lease = await acquireLease(args.dir, 'text.md', { prepare })
       await lease.extendTo(args.pid)
       die()`,
      { dir, file, pid: sleeper.pid },
    )
    expect((await holder.exit).signal).toBe('SIGKILL')
    expect(await sweepLeases(dir, { cleanUp })).toEqual({ removed: [], endedKeys: [] })
    expect(await readFile(file, 'utf8')).toBe('text')
    sleeper.kill()
    await sleeper.exit
    expect(await sweepLeases(dir, { cleanUp })).toMatchObject({ endedKeys: ['text.md'] })
    expect(await readdir(base)).toEqual(['leases'])
  })

  it('takes no notice of a child that is gone already', async () => {
    const gone = startChild('')
    await gone.exit
    const lease = await acquireLease(dir, 'k')
    await lease.extendTo(gone.pid)
    expect(await lease.release()).toEqual({ last: true })
  })
})

const holding = `
  const { acquireLease } = await load('index')
  const { writeFile } = await import('node:fs/promises')
  await acquireLease(args.dir, 'text.md', { prepare: () => writeFile(args.file, 'text') })
  say('held')
  await pause(60_000)`

describe('sweepLeases', () => {
  it('removes the leases of killed processes and what they stood for', async () => {
    const holder = startChild(holding, { dir, file })
    await holder.heard('held')
    expect(await sweepLeases(dir, { cleanUp })).toEqual({ removed: [], endedKeys: [] })
    holder.kill()
    await holder.exit
    const [name] = await readdir(dir)
    expect(await sweepLeases(dir, { cleanUp })).toEqual({
      removed: [join(dir, name ?? '')],
      endedKeys: ['text.md'],
    })
    expect(await readdir(base)).toEqual(['leases'])
  })

  it('keeps what a living process shares with a killed one', async () => {
    const lease = await acquireLease(dir, 'text.md', { prepare })
    const holder = startChild(holding, { dir, file })
    await holder.heard('held')
    holder.kill()
    await holder.exit
    expect(await sweepLeases(dir, { cleanUp })).toMatchObject({ endedKeys: [] })
    expect((await readdir(dir)).length).toBe(1)
    expect(await lease.release(cleanUp)).toEqual({ last: true })
  })

  it('lets the last living one clean up although a killed one never released', async () => {
    const lease = await acquireLease(dir, 'text.md', { prepare })
    const holder = startChild(holding, { dir, file })
    await holder.heard('held')
    holder.kill()
    await holder.exit
    expect(await lease.release(cleanUp)).toEqual({ last: true })
  })

  it('survives a holder that was killed while it held the lock of the leases', async () => {
    const holder = startChild(
      `const { acquireLease } = await load('index')
       await acquireLease(args.dir, 'text.md', { prepare: async () => { die(); await pause(9000) } })`,
      { dir },
    )
    expect((await holder.exit).signal).toBe('SIGKILL')
    expect((await readdir(dir)).length).toBe(2)
    expect(await sweepLeases(dir)).toMatchObject({ endedKeys: ['text.md'] })
    expect(await readdir(dir)).toEqual([])
  })

  it('takes a damaged lease for nobody’s', async () => {
    await (await acquireLease(dir, 'k')).release()
    for (const [digit, text] of [
      '',
      '{',
      '{"host":1,"holders":[]}',
      '{"host":"h","holders":[1]}',
    ].entries()) {
      await writeFile(join(dir, `k.${String(digit).repeat(24)}.lease`), text)
    }
    expect((await sweepLeases(dir)).removed.length).toBe(4)
  })

  it('keeps leases of other hosts', async () => {
    await (await acquireLease(dir, 'k')).release()
    const record = { host: 'elsewhere', holders: [{ pid: 999_999_999, birth: 'x' }] }
    await writeFile(join(dir, `k.${'0'.repeat(24)}.lease`), JSON.stringify(record))
    expect(await sweepLeases(dir)).toEqual({ removed: [], endedKeys: [] })
  })

  it('says so when a file stands in the place of the folder', async () => {
    await writeFile(dir, '')
    await expect(sweepLeases(dir)).rejects.toMatchObject({ name: 'DiskError', code: 'lock-failed' })
  })

  it('finds nothing in a folder that does not exist, and does not make it', async () => {
    expect(await sweepLeases(dir)).toEqual({ removed: [], endedKeys: [] })
    expect(await readdir(base)).toEqual([])
  })
})
