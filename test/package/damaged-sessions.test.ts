import { execFileSync, spawnSync } from 'node:child_process'
import { chmod, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPlace, type Outcome, type Place, root } from './onesoul.ts'

let place: Place
let folder: string
beforeEach(async () => {
  place = await createPlace()
  await onesoul('trace', 'dry-run', 'hi', '--session', 'voyage')
  const [id = ''] = await readdir(sessions())
  folder = join(sessions(), id)
})
afterEach(() => place.remove())

const onesoul = (...args: string[]): Promise<Outcome> =>
  place.onesoul([...args, '--home', join(place.dir, 'home')])
const sessions = (): string => join(place.dir, 'home/state/sessions')

/** One sentence and its hints: no stack, nothing on standard output. */
function expectSentence({ code, stdout, stderr }: Outcome, expected: number, words: string): void {
  expect([code, stdout], stderr).toEqual([expected, ''])
  expect(stderr).toContain(words)
  expect(stderr).not.toMatch(/a defect of onesoul|^ +at /m)
}

const SHOWING = [
  ['sessions', 'show', 'voyage'],
  ['compose', '--session', 'voyage'],
  ['compose', '--since', 'voyage'],
  ['diff', 'session:voyage', 'now'],
]

describe('a session whose text was edited', () => {
  const EDITED = 'is not the one that it recorded'
  beforeEach(async () => {
    const path = join(folder, 'composition.txt')
    await writeFile(path, `${await readFile(path, 'utf8')}One more line.\n`)
  })

  it.each(SHOWING.filter(([command, flag]) => command !== 'compose' || flag === '--since'))(
    'is shown by %s %s with a word on standard error',
    async (...args) => {
      const { code, stderr } = await onesoul(...args, '--quiet')
      expect([code, stderr]).toEqual([0, expect.stringContaining(EDITED)])
    },
  )

  it('is not printed as what was kept byte for byte', async () => {
    for (const flags of [[], ['--manifest'], ['--json']]) {
      expectSentence(await onesoul('compose', '--session', 'voyage', ...flags), 4, EDITED)
    }
    const shown = await onesoul('sessions', 'show', 'voyage', '--json')
    expect(JSON.parse(shown.stdout)).toMatchObject({ session: { intact: false } })
  })
})

describe('a session with damaged files', () => {
  it.each(['null', '{', '{"schemaVersion":1,"digest":"x","sections":[null]}'])(
    'says so of the manifest %j; a reset is the way out',
    async (text) => {
      await writeFile(join(folder, 'manifest.json'), text)
      for (const args of SHOWING) expectSentence(await onesoul(...args), 1, 'is damaged')
      const again = ['run', 'dry-run', 'again', '--resume', 'voyage']
      expectSentence(await onesoul(...again), 4, '--reset')
      const reset = await onesoul(...again, '--reset')
      expect(reset.code, reset.stderr).toBe(0)
      expect((await onesoul('compose', '--session', 'voyage')).code).toBe(0)
    },
  )

  it('follows no link and waits for no FIFO, device or missing file', async () => {
    const away = join(place.dir, 'away.txt')
    for (const file of ['composition.txt', 'directives.txt', 'manifest.json', 'updates.json']) {
      const path = join(folder, file)
      const kept = await readFile(path).catch(() => '[]')
      await writeFile(away, kept)
      const puts = [
        () => symlink(away, path),
        () => symlink('/dev/zero', path),
        async () => void execFileSync('mkfifo', [path]),
        () => mkdir(path),
      ]
      for (const put of puts) {
        await rm(path, { recursive: true, force: true })
        await put()
        expectSentence(await onesoul('sessions', 'show', 'voyage'), 1, file)
      }
      await rm(path, { recursive: true, force: true })
      await writeFile(path, kept)
      expect((await onesoul('sessions', 'show', 'voyage')).code).toBe(0)
    }
  })

  it('is repaired by a reset when its text cannot be read', async () => {
    await rm(join(folder, 'composition.txt'))
    await symlink('/dev/zero', join(folder, 'composition.txt'))
    const { code, stderr } = await onesoul('run', 'dry-run', 'hi', '--resume', 'voyage', '--reset')
    expect(code, stderr).toBe(0)
    expect((await onesoul('compose', '--session', 'voyage')).code).toBe(0)
  })

  it.each(['null', '{', '{"schemaVersion":2}', '{"schemaVersion":1,"turns":[{}]}'])(
    'says so of the receipt %j',
    async (text) => {
      const [name = ''] = await readdir(join(folder, 'receipts'))
      await writeFile(join(folder, 'receipts', name), text)
      const words = text.includes('2') ? 'a newer onesoul (schema 2)' : 'is a damaged receipt'
      expectSentence(await onesoul('trace', 'show', 'voyage'), 1, words)
      expectSentence(await onesoul('trace', 'show', '--json'), 1, words)
    },
  )

  it('waits for no receipt that is a FIFO', async () => {
    const [name = ''] = await readdir(join(folder, 'receipts'))
    await rm(join(folder, 'receipts', name))
    execFileSync('mkfifo', [join(folder, 'receipts', name)])
    expectSentence(await onesoul('trace', 'show', 'voyage'), 1, 'not a regular file')
  })
})

describe('a session whose record is damaged or newer', () => {
  const record = (): string => join(folder, 'session.json')
  const list = async (): Promise<Record<string, unknown>> =>
    JSON.parse((await onesoul('sessions', 'list', '--json')).stdout)

  it.each([
    ['null', 'its record is damaged'],
    ['{"schemaVersion":1}', 'its record is damaged'],
    ['{', 'its record is damaged'],
    ['{"schemaVersion":2}', 'a newer onesoul (schema 2)'],
  ])('is listed as broken: %s', async (text, reason) => {
    await writeFile(record(), text)
    const newer = text.includes('2')
    expect(await list()).toMatchObject({
      sessions: [],
      broken: [{ newer, reason: expect.stringContaining(reason) }],
    })
    const { stdout } = await onesoul('sessions', 'list')
    expect(stdout).toContain(reason)
    const id = folder.slice(sessions().length + 1)
    expectSentence(await onesoul('sessions', 'show', id), 1, reason)
    expect((await onesoul('doctor')).stdout).toContain(reason)
    await onesoul('sessions', 'prune', '--older-than', '0')
    expect(await readdir(sessions())).toEqual(newer ? [id] : [])
  })

  it('is listed as broken when the record is a FIFO', async () => {
    await rm(record())
    execFileSync('mkfifo', [record()])
    const reason = expect.stringContaining('not a regular file')
    expect(await list()).toMatchObject({ broken: [{ reason }] })
  })
})

describe('a folder that cannot be entered', () => {
  it.runIf(process.geteuid?.() === 0)('is named, left and blocks no run', async () => {
    execFileSync('chown', ['-R', '65534:65534', place.dir])
    await chmod(place.dir, 0o755)
    const nobody = (...args: string[]) => {
      const main = join(root, 'packages/cli/dist/main.cjs')
      return spawnSync(process.execPath, [main, ...args, '--home', join(place.dir, 'home')], {
        cwd: join(place.dir, 'work'),
        env: { PATH: process.env['PATH'] ?? '', HOME: join(place.dir, 'user') },
        encoding: 'utf8',
        uid: 65_534,
        gid: 65_534,
      })
    }
    await chmod(folder, 0)
    const id = folder.slice(sessions().length + 1)
    expect(nobody('sessions', 'list').stdout).toMatch(/broken +.* may not be read/)
    expect(nobody('sessions', 'show', id)).toMatchObject({ status: 1, stdout: '' })
    expect(nobody('trace', 'show', id)).toMatchObject({ status: 1, stdout: '' })
    expect(nobody('sessions', 'prune', '--older-than', '0')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`session ${id} stays: `),
    })
    expect(await readdir(sessions())).toEqual([id])
    await chmod(folder, 0o700)
    await chmod(join(folder, 'receipts'), 0o500)
    const purged = nobody('trace', 'purge', '--older-than', '0')
    expect(purged).toMatchObject({ status: 1, stdout: '' })
    expect(purged.stderr).toMatch(/^onesoul: .* could not be removed \(EACCES\)\n$/)
    await chmod(folder, 0)
    await chmod(sessions(), 0)
    expect(nobody('sessions', 'list')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^onesoul: .* could not be listed \(EACCES\)\n$/),
    })
    expect(nobody('doctor').stdout).toContain('could not be listed')
    await chmod(sessions(), 0o700)
    // As an earlier version left it.
    await rename(folder, join(sessions(), `.old-${id}`))
    const run = nobody('run', 'dry-run', 'hi')
    expect(run.status, run.stderr).toBe(0)
    expect(await readdir(sessions())).toContain(`.old-${id}`)
    expect(nobody('doctor').stdout).toContain(`.old-${id}`)
  })
})

describe('a session that was begun offline', () => {
  it('is shown as such, and gone on with only by its name or another offline run', async () => {
    await rm(folder, { recursive: true })
    await onesoul('trace', 'dry-run', 'hi', '--offline', '--session', 'tried')
    const { stdout } = await onesoul('sessions', 'list')
    expect(stdout).toMatch(/tried .*just now +offline/)
    expect(stdout).toContain('begin one: ')
    expectSentence(
      await onesoul('run', 'dry-run', 'again', '--continue'),
      2,
      '--resume tried takes that one',
    )
    const offline = await onesoul('trace', 'dry-run', 'again', '--continue', '--offline')
    expect(offline.code, offline.stderr).toBe(0)
    expect((await onesoul('sessions', 'list')).stdout).toMatch(/tried .*offline/)
    const online = await onesoul('run', 'dry-run', 'again', '--resume', 'tried')
    expect(online.code, online.stderr).toBe(0)
    const after = (await onesoul('sessions', 'list')).stdout
    expect(after).toContain('go on with the newest: onesoul run dry-run --resume tried')
    expect(after).not.toContain('offline')
  })
})

describe('a working directory that is gone', () => {
  it.each([['--version'], ['sessions', 'list']])('is said in one sentence by %s', (...args) => {
    const main = join(root, 'packages/cli/dist/main.cjs')
    const script = 'mkdir gone; cd gone; rmdir ../gone; exec "$@"'
    const { status, stdout, stderr } = spawnSync(
      'sh',
      ['-c', script, 'sh', process.execPath, main, ...args],
      { cwd: place.dir, encoding: 'utf8', env: { PATH: process.env['PATH'] ?? '' } },
    )
    expectSentence({ code: status ?? -1, stdout, stderr }, 1, 'directory is no longer there')
  })
})
