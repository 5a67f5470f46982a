import { createHash } from 'node:crypto'
import {
  chmod,
  chown,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runChild, startChild } from '../../../test/children.mjs'
import { sweepTempFiles, writeFileSafely } from '../../index.ts'
import { type WriteStep, writeInSteps } from './write-file-safely.ts'

const asRoot = process.geteuid?.() === 0
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

let dir: string
let file: string
beforeEach(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), 'onesoul-write-')))
  file = join(dir, 'SOUL.md')
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o7777

describe('writeFileSafely', () => {
  it('creates a file of mode 0600, with its folders of mode 0700', async () => {
    const path = join(dir, 'slack', 'dev', 'SOUL.md')
    expect(await writeFileSafely(path, 'I am 一魂.', { roots: [dir] })).toEqual({
      realPath: path,
      sha256: sha256('I am 一魂.'),
      size: 12,
      created: true,
    })
    expect(await readFile(path, 'utf8')).toBe('I am 一魂.')
    expect(await modeOf(path)).toBe(0o600)
    expect(await modeOf(join(dir, 'slack', 'dev'))).toBe(0o700)
  })

  it('gives a new file the mode that is asked for, whatever the umask', async () => {
    const before = process.umask(0o077)
    try {
      await writeFileSafely(file, '', { roots: [dir], mode: 0o644 })
    } finally {
      process.umask(before)
    }
    expect(await modeOf(file)).toBe(0o644)
  })

  it('replaces a file and keeps its mode', async () => {
    await writeFile(file, 'old')
    await chmod(file, 0o664)
    const result = await writeFileSafely(file, 'new', { roots: [dir], mode: 0o600 })
    expect(result.created).toBe(false)
    expect(await readFile(file, 'utf8')).toBe('new')
    expect(await modeOf(file)).toBe(0o664)
    expect(await readdir(dir)).toEqual(['SOUL.md'])
  })

  it.runIf(asRoot)('keeps the owner and the group', async () => {
    await writeFile(file, 'old')
    await chown(file, 65_534, 12_345)
    await chmod(file, 0o4640)
    await writeFileSafely(file, 'new', { roots: [dir] })
    const { uid, gid, mode } = await stat(file)
    expect([uid, gid, mode & 0o7777]).toEqual([65_534, 12_345, 0o4640])
  })

  it.runIf(asRoot)('refuses rather than changing the owner', async () => {
    await writeFile(file, 'old')
    await chmod(file, 0o666)
    await chmod(dir, 0o777)
    const said = await runChild(
      `const { writeFileSafely } = await load('index')
       await writeFileSafely(args.file, 'new', { roots: [args.dir] }).catch((error) => say([error.code, error.errno]))`,
      { file, dir },
      { asNobody: true },
    )
    expect(said).toEqual([['owner-not-kept', 'EPERM']])
    expect(await readFile(file, 'utf8')).toBe('old')
    expect(await readdir(dir)).toEqual(['SOUL.md'])
  })

  it('writes where a link inside the root leads and leaves the link', async () => {
    await mkdir(join(dir, 'dotfiles'))
    const target = join(dir, 'dotfiles', 'soul')
    await writeFile(target, 'old')
    await symlink('dotfiles/soul', file)
    expect(await writeFileSafely(file, 'new', { roots: [dir] })).toMatchObject({ realPath: target })
    expect(await readlink(file)).toBe('dotfiles/soul')
    expect(await readFile(target, 'utf8')).toBe('new')
  })

  it('writes into a home that is itself a link', async () => {
    await mkdir(join(dir, 'real'))
    await symlink('real', join(dir, 'home'))
    await writeFileSafely(join(dir, 'home', 'SOUL.md'), 'x', { roots: [join(dir, 'home')] })
    expect(await readFile(join(dir, 'real', 'SOUL.md'), 'utf8')).toBe('x')
  })

  it('makes a root that does not exist yet', async () => {
    const home = join(dir, 'new-home')
    await writeFileSafely(join(home, 'config.yaml'), '', { roots: [home] })
    expect(await modeOf(home)).toBe(0o700)
  })

  it('refuses a link that leaves the roots, of a file and of a folder', async () => {
    const home = join(dir, 'home')
    await mkdir(home)
    await mkdir(join(dir, 'out'))
    await writeFile(join(dir, 'out', 'SOUL.md'), 'old')
    await symlink('../out/SOUL.md', join(home, 'SOUL.md'))
    await symlink('../out', join(home, 'slack'))
    for (const path of [join(home, 'SOUL.md'), join(home, 'slack', 'SOUL.md')]) {
      await expect(writeFileSafely(path, 'new', { roots: [home] })).rejects.toMatchObject({
        code: 'link-outside',
        fix: expect.stringContaining(join(dir, 'out', 'SOUL.md')),
      })
    }
    await expect(
      writeFileSafely(join(home, 'slack', 'new.md'), 'new', { roots: [home] }),
    ).rejects.toMatchObject({ code: 'link-outside' })
    expect(await readFile(join(dir, 'out', 'SOUL.md'), 'utf8')).toBe('old')
    expect(await readdir(join(dir, 'out'))).toEqual(['SOUL.md'])
  })

  it('refuses a path outside the roots, also by a longer name or by dots', async () => {
    const home = join(dir, 'home')
    for (const path of [
      join(dir, 'home-evil', 'SOUL.md'),
      `${home}/../SOUL.md`,
      home,
      join(dir, 'x'),
    ]) {
      await expect(writeFileSafely(path, '', { roots: [home] })).rejects.toMatchObject({
        code: 'outside-roots',
      })
    }
    await expect(writeFileSafely(file, '', { roots: [] })).rejects.toMatchObject({
      code: 'invalid-argument',
    })
    expect(await readdir(dir)).toEqual([])
  })

  it('does not write where it is forbidden to, whatever name leads there', async () => {
    await mkdir(join(dir, 'kept'))
    await symlink('kept', join(dir, 'other'))
    const forbids = (path: string) => path.startsWith(join(dir, 'kept'))
    for (const path of [join(dir, 'kept/a'), join(dir, 'other/a')]) {
      await expect(writeFileSafely(path, '', { roots: [dir], forbids })).rejects.toMatchObject({
        code: 'outside-roots',
      })
    }
    expect(await readdir(join(dir, 'kept'))).toEqual([])
    await writeFileSafely(file, 'free', { roots: [dir], forbids })
    expect(await readFile(file, 'utf8')).toBe('free')
  })

  it('does not create the target of a dangling link', async () => {
    await symlink('gone.md', file)
    await expect(writeFileSafely(file, '', { roots: [dir] })).rejects.toMatchObject({
      code: 'link-dangling',
    })
    expect(await readdir(dir)).toEqual(['SOUL.md'])
  })

  it('does not replace a folder', async () => {
    await mkdir(file)
    await expect(writeFileSafely(file, '', { roots: [dir] })).rejects.toMatchObject({
      code: 'not-regular',
    })
    expect((await lstat(file)).isDirectory()).toBe(true)
  })

  it('leaves another name of the same file with the old content', async () => {
    await writeFile(file, 'old')
    await link(file, join(dir, 'backup'))
    await writeFileSafely(file, 'new', { roots: [dir] })
    expect(await readFile(join(dir, 'backup'), 'utf8')).toBe('old')
  })

  it('writes when the content is the expected one and refuses when it is not', async () => {
    await writeFile(file, 'one')
    const options = { roots: [dir], expectedSha256: sha256('one') }
    const { sha256: two } = await writeFileSafely(file, 'two', options)
    await expect(writeFileSafely(file, 'three', options)).rejects.toMatchObject({
      code: 'conflict',
      path: file,
      fix: expect.any(String),
    })
    expect(await readFile(file, 'utf8')).toBe('two')
    await writeFileSafely(file, 'three', { roots: [dir], expectedSha256: two })
    expect(await readdir(dir)).toEqual(['SOUL.md'])
  })

  it('can insist that there is no file, or that there still is one', async () => {
    const fresh = { roots: [dir], expectedSha256: null }
    await writeFileSafely(file, 'one', fresh)
    await expect(writeFileSafely(file, 'two', fresh)).rejects.toMatchObject({ code: 'conflict' })
    await rm(file)
    await expect(
      writeFileSafely(file, 'two', { roots: [dir], expectedSha256: sha256('one') }),
    ).rejects.toMatchObject({ code: 'conflict' })
    expect(await readdir(dir)).toEqual([])
  })

  it('notices somebody who writes without the lock while the temporary file is written', async () => {
    await writeFile(file, 'one')
    const onStep = async (step: WriteStep): Promise<void> => {
      if (step === 'temp-synced') await writeFile(file, 'theirs')
    }
    const options = { roots: [dir], expectedSha256: sha256('one'), onStep }
    await expect(writeInSteps(file, 'ours', options)).rejects.toMatchObject({ code: 'conflict' })
    expect(await readFile(file, 'utf8')).toBe('theirs')
    expect(await readdir(dir)).toEqual(['SOUL.md'])
  })

  it.runIf(process.platform === 'linux')(
    'stays in the folder it opened when that is swapped for a link',
    async () => {
      const home = join(dir, 'home')
      await mkdir(join(home, 'slack'), { recursive: true })
      await mkdir(join(dir, 'out'))
      const onStep = async (step: WriteStep): Promise<void> => {
        if (step !== 'resolved') return
        await rename(join(home, 'slack'), join(home, 'moved'))
        await symlink(join(dir, 'out'), join(home, 'slack'))
      }
      await writeInSteps(join(home, 'slack', 'SOUL.md'), 'x', { roots: [home], onStep })
      expect(await readdir(join(dir, 'out'))).toEqual([])
      expect(await readdir(join(home, 'moved'))).toEqual(['SOUL.md'])
    },
  )

  it('reports a folder that may not be written', async () => {
    await writeFile(file, 'old')
    await chmod(file, 0o666)
    await chmod(dir, 0o555)
    const said = await runChild(
      `const { writeFileSafely } = await load('index')
       await writeFileSafely(args.file, 'new', { roots: [args.dir] })
         .catch((error) => say([error.name, error.code, error.errno, error.message]))`,
      { file, dir },
      { asNobody: true },
    ).finally(() => chmod(dir, 0o700))
    const message = `${file} could not be written: permission denied (EACCES).`
    expect(said).toEqual([['DiskError', 'write-failed', 'EACCES', message]])
  })

  it('keeps the old content and no rest when the disk takes only a part', async () => {
    await writeFile(file, 'old')
    const said = await runChild(
      `const { writeFileSafely } = await load('index')
       await writeFileSafely(args.file, 'x'.repeat(3_000_000), { roots: [args.dir] })
         .catch((error) => say([error.code, error.errno]))`,
      { file, dir },
      { wrapper: ['bash', '-c', 'trap "" XFSZ; ulimit -f 1000; exec "$@"', 'bash'] },
    )
    expect(said).toEqual([['write-failed', 'EFBIG']])
    expect(await readFile(file, 'utf8')).toBe('old')
    expect(await readdir(dir)).toEqual(['SOUL.md'])
  })
})

const steps: readonly WriteStep[] = [
  'resolved',
  'temp-created',
  'chunk-written',
  'temp-complete',
  'temp-synced',
  'before-rename',
  'renamed',
  'folder-synced',
]

/** Kills the writer at the n-th occurrence of a step and gives what stands there afterwards. */
async function killedAt(step: WriteStep, occurrence: number, text: string): Promise<string | null> {
  const { signal } = await startChild(
    `const { writeInSteps } = await load('lib/write/write-file-safely')
     let left = args.occurrence
     const onStep = (step) => { if (step === args.step && --left === 0) die() }
     await writeInSteps(args.file, args.text, { roots: [args.dir], onStep })`,
    { file, dir, text, step, occurrence },
  ).exit
  expect(signal).toBe('SIGKILL')
  return readFile(file, 'utf8').catch(() => null)
}

describe('writeFileSafely, killed', () => {
  it.each(steps)('leaves old or new content after kill -9 at %s', async (step) => {
    for (const old of ['the old content', null]) {
      if (old === null) await rm(file)
      else await writeFile(file, old)
      const done = step === 'renamed' || step === 'folder-synced'
      expect(await killedAt(step, 1, 'the new content')).toBe(done ? 'the new content' : old)
      await sweepTempFiles(dir)
      expect(await readdir(dir)).toEqual(done || old !== null ? ['SOUL.md'] : [])
    }
  })

  it('leaves old or new content whatever the contents and the step', {
    timeout: 60_000,
  }, async () => {
    const text = fc.string({ unit: 'binary', maxLength: 300 })
    const repeated = fc.record({ unit: text, times: fc.constantFrom(0, 1, 1000) })
    await fc.assert(
      fc.asyncProperty(
        text,
        repeated,
        fc.constantFrom(...steps.filter((step) => step !== 'chunk-written')),
        async (old, { unit, times }, step) => {
          await writeFile(file, old)
          const next = unit.repeat(times)
          const found = await killedAt(step, 1, next)
          const asWritten = [old, next].map((content) => Buffer.from(content).toString())
          expect(found !== null && asWritten.includes(found)).toBe(true)
          await sweepTempFiles(dir)
          expect(await readdir(dir)).toEqual(['SOUL.md'])
        },
      ),
      { numRuns: 12 },
    )
  })

  it('leaves the old content when killed in the middle of the data', async () => {
    await writeFile(file, 'old')
    expect(await killedAt('chunk-written', 3, 'x'.repeat(1_000_000))).toBe('old')
    const [temp] = await readdir(dir)
    expect(temp).toMatch(/^\.onesoul-[0-9a-f]{8}-\d+-[0-9a-f]{24}\.tmp$/u)
    expect((await stat(join(dir, temp ?? ''))).mode & 0o777).toBe(0o600)
  })

  it('shows readers the old or the new content while it writes', async () => {
    const texts = ['a'.repeat(300_000), 'b'.repeat(200_000)]
    await writeFile(file, texts[0] ?? '')
    const writer = startChild(
      `const { writeFileSafely } = await load('index')
       for (let turn = 0; turn < 40; turn++) {
         await writeFileSafely(args.file, args.texts[turn % 2], { roots: [args.dir] })
         if (turn === 0) say('writing')
       }`,
      { file, dir, texts },
    )
    await writer.heard('writing')
    for (let read = 0; read < 60; read++) {
      expect(texts.indexOf(await readFile(file, 'utf8'))).not.toBe(-1)
    }
    expect((await writer.exit).code).toBe(0)
  })
})
