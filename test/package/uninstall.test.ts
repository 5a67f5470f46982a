import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { type ProcessIdentity, processIdentity } from '@onesoul/disk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPlace, type Outcome, type Place, root } from './onesoul.ts'

let place: Place
beforeEach(async () => {
  place = await createPlace()
  expect((await uninstall('--dry-run')).code).toBe(0)
  await mkdir(inHome('state/deliver/.running'), { recursive: true })
  await writeFile(inHome('state/version'), '1\n')
  await rm(inHome('README.md'))
})
afterEach(() => place.remove())

const inHome = (path = ''): string => join(place.dir, 'home', path)
const outside = (path: string): string => join(place.dir, 'user', path)
const uninstall = (...more: string[]): Promise<Outcome> =>
  place.onesoul(['uninstall', '--home', inHome(), ...more], { TMPDIR: place.dir })

/** Where the three shells look. */
const BASH = '.local/share/bash-completion/completions/onesoul'
const ZSH = '.local/share/zsh/site-functions/_onesoul'
const FISH = '.config/fish/completions/onesoul.fish'

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Files that were written outside of the home, as a command would leave them. */
const install = async (files: Readonly<Record<string, string>>): Promise<void> => {
  const entries = Object.entries(files).map(([path, text]) => ({
    kind: 'completion',
    path: outside(path),
    sha256: sha256(text),
  }))
  for (const [path, text] of Object.entries(files)) await place.write(`user/${path}`, text)
  await writeFile(
    inHome('state/installed.json'),
    JSON.stringify({ schemaVersion: 1, files: entries }),
  )
}

const noteRun = (owner: ProcessIdentity, program: ProcessIdentity | null): Promise<void> =>
  writeFile(
    inHome('state/deliver/.running/note.json'),
    JSON.stringify({ owner, token: 'x', program, group: true }),
  )

const identity = async (pid: number | undefined): Promise<ProcessIdentity> =>
  (await processIdentity(pid ?? 0)) ?? { pid: 0, birth: null }

const deadProcess = async (): Promise<ProcessIdentity> => {
  const child = spawn(process.execPath, ['--eval', 'setTimeout(() => {}, 300)'])
  const found = await identity(child.pid)
  await once(child, 'exit')
  return found
}

describe('onesoul uninstall', () => {
  it('removes what the receipt lists, and the receipt', async () => {
    await install({ [BASH]: 'complete', [ZSH]: 'compdef' })
    const dry = await uninstall('--dry-run', '--json')
    expect(JSON.parse(dry.stdout).files).toHaveLength(2)
    expect(await exists(outside(BASH))).toBe(true)
    const { code, stdout } = await uninstall()
    expect(code).toBe(0)
    expect(stdout).toMatch(/removed +completion +\S+completions\/onesoul/)
    expect([await exists(outside(BASH)), await exists(outside(ZSH))]).toEqual([false, false])
    expect(await exists(inHome('state/installed.json'))).toBe(false)
    expect(await exists(inHome('config.yaml'))).toBe(true)
  })

  it('keeps a file that was changed or is a link, and says so with exit 4', async () => {
    await install({ [BASH]: 'before', [ZSH]: 'linked', [FISH]: 'gone' })
    await place.write(`user/${BASH}`, 'edited by hand')
    await rename(outside(ZSH), outside('zsh.real'))
    await symlink(outside('zsh.real'), outside(ZSH))
    await rm(outside(FISH))
    const { code, stdout } = await uninstall()
    expect(code).toBe(4)
    expect(stdout).toMatch(/kept +completion +\S+\/onesoul +it was changed since/)
    expect(stdout).toMatch(/kept +completion +\S+\/_onesoul +a link stands in its place/)
    expect(stdout).toMatch(/gone +completion +\S+\/onesoul\.fish/)
    expect(await readFile(outside(BASH), 'utf8')).toBe('edited by hand')
    expect(await readlink(outside(ZSH))).toBe(outside('zsh.real'))
    const left = JSON.parse(await readFile(inHome('state/installed.json'), 'utf8'))
    expect(left.files.map((file: { path: string }) => file.path)).toEqual([
      outside(BASH),
      outside(ZSH),
    ])
    const more = await uninstall('--home-too', '--yes')
    expect(more.code).toBe(4)
    expect(more.stdout).toContain('its only record')
    expect(await exists(inHome('config.yaml'))).toBe(true)
  })

  it.each([
    ['a place that no shell looks at', 'completion', '.ssh/id_rsa', /no shell looks there/],
    [
      'a kind that nobody writes',
      'over\u001b[31mlay',
      BASH,
      /over\\u\{1b\}\[31mlay .*of that kind/,
    ],
  ])('keeps %s, whatever the receipt says', async (_, kind, path, message) => {
    await install({ [path]: 'mine' })
    const receipt = inHome('state/installed.json')
    const { files } = JSON.parse(await readFile(receipt, 'utf8'))
    await writeFile(receipt, JSON.stringify({ schemaVersion: 1, files: [{ ...files[0], kind }] }))
    const { code, stdout } = await uninstall()
    expect(code).toBe(4)
    expect(stdout).toMatch(message)
    expect(await readFile(outside(path), 'utf8')).toBe('mine')
    expect(JSON.parse(await readFile(receipt, 'utf8')).files).toHaveLength(1)
  })

  it('takes out the temporary file of a killed installation', async () => {
    await mkdir(outside('.config/fish/completions'), { recursive: true })
    const file = `.config/fish/completions/.onesoul-00000000-1-${'a'.repeat(24)}.tmp`
    await writeFile(outside(file), 'half')
    await utimes(outside(file), 1, 1)
    await writeFile(outside('.config/fish/completions/mine.tmp'), 'mine')
    const dry = JSON.parse((await uninstall('--dry-run', '--json')).stdout)
    expect(dry.leftovers).toEqual([{ kind: 'temp', what: outside(file) }])
    expect(await exists(outside(file))).toBe(true)
    expect((await uninstall()).code).toBe(0)
    expect(await readdir(outside('.config/fish/completions'))).toEqual(['mine.tmp'])
  })

  it('removes nothing by a receipt that it cannot read', async () => {
    await writeFile(inHome('state/installed.json'), '{"schemaVersion":1,"files":[{"path":"x"}]}')
    const { code, stderr } = await uninstall('--home-too', '--yes')
    expect(code).toBe(1)
    expect(stderr).toContain('installed.json cannot be read')
    expect(await exists(inHome('config.yaml'))).toBe(true)
  })

  it.each([
    ['a FIFO', (path: string) => void execFileSync('mkfifo', [path]), 'is a FIFO'],
    ['endless', (path: string) => symlink('/dev/zero', path), 'is a device'],
    ['a folder', (path: string) => mkdir(path), 'is a folder'],
    ['null', (path: string) => writeFile(path, 'null'), 'cannot be read'],
  ])('says in one sentence that the receipt is %s', async (_, make, message) => {
    await make(inHome('state/installed.json'))
    const { code, stderr } = await uninstall('--home-too', '--yes')
    expect(code).toBe(1)
    expect(stderr).toContain(message)
    expect(stderr).not.toContain('defect')
    expect(await exists(inHome('config.yaml'))).toBe(true)
  })

  it.each([
    [['uninstall', '--home-too', '--yes']],
    [['sessions', 'prune', '--older-than', '0']],
    [['trace', 'purge', '--older-than', '0']],
    [['run', 'dry-run', 'hi']],
  ])('changes nothing in the home of a newer version: %j', async (args) => {
    await place.onesoul(['trace', 'dry-run', 'hi', '--home', inHome()])
    await writeFile(inHome('state/version'), '99\n')
    const before = await readdir(inHome(), { recursive: true })
    const { code, stderr, stdout } = await place.onesoul([...args, '--home', inHome()])
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(
      /^onesoul: \S+state was written by a newer OneSoul .*; update OneSoul.*\n$/,
    )
    expect(await readdir(inHome(), { recursive: true })).toEqual(before)
  })

  it('reads the home of a newer version with a warning', async () => {
    await writeFile(inHome('state/version'), '99\n')
    for (const args of [['sessions', 'list'], ['compose']]) {
      const { code, stderr } = await place.onesoul([...args, '--home', inHome()])
      expect(code).toBe(0)
      expect(stderr).toContain('was written by a newer OneSoul')
    }
  })

  it.each(['--home', '--configs', '--cwd'])('refuses an empty %s', async (option) => {
    for (const command of ['uninstall', 'compose', 'init']) {
      const { code, stderr } = await place.onesoul([command, option, ''])
      expect([code, stderr]).toEqual([2, expect.stringContaining(`${option} names no folder`)])
    }
    expect(await readdir(outside(''))).toEqual([])
  })

  it('ends the program of a killed run and removes its files and sockets', async () => {
    const program = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' })
    const ended = once(program, 'exit')
    await noteRun(await deadProcess(), await identity(program.pid))
    await writeFile(inHome(`state/deliver/${'a'.repeat(64)}.md`), 'ours')
    const folder = join(place.dir, `onesoul-${sha256(inHome('state/deliver')).slice(0, 16)}`)
    await mkdir(folder, { mode: 0o700 })
    const server = createServer().listen(join(folder, 'codex-1.sock'))
    await once(server, 'listening')
    // A killed server leaves its socket; a closed one would take it along.
    await rename(join(folder, 'codex-1.sock'), join(folder, 'codex-2.sock'))
    server.close()
    const dry = JSON.parse((await uninstall('--dry-run', '--json')).stdout)
    expect(dry.leftovers.map((one: { kind: string }) => one.kind)).toEqual([
      'process',
      'delivery',
      'folder',
    ])
    expect(await exists(folder)).toBe(true)
    const { code, stdout } = await uninstall()
    expect(code).toBe(0)
    expect(stdout).toMatch(new RegExp(`ended +process +${program.pid}`))
    expect((await ended)[1]).toBe('SIGTERM')
    expect(await exists(folder)).toBe(false)
    expect(await readdir(inHome('state/deliver'))).not.toContain(`${'a'.repeat(64)}.md`)
  })

  it('goes on past notes on runs that are damaged', async () => {
    const notes = inHome('state/deliver/.running')
    for (const [index, text] of ['null', '{}', '{"owner":{"pid":-1}}', '['].entries()) {
      await writeFile(join(notes, `${index}.json`), text)
    }
    await mkdir(join(notes, 'folder.json'))
    execFileSync('mkfifo', [join(notes, 'fifo.json')])
    expect((await uninstall()).code).toBe(0)
    expect(await readdir(notes)).toEqual(['folder.json'])
  })

  it.each(['deliver', 'locks'])('says in one sentence that state/%s is no folder', async (name) => {
    await rm(inHome(`state/${name}`), { recursive: true, force: true })
    await writeFile(inHome(`state/${name}`), '')
    const { code, stderr } = await uninstall('--home-too', '--yes')
    expect(code).toBe(1)
    expect(stderr).toMatch(/^onesoul: The leases in \S+ could not be read: .*ENOTDIR.*\n$/)
    expect(await exists(inHome('config.yaml'))).toBe(true)
  })

  it('refuses while a run of the home is alive', async () => {
    await noteRun(await identity(process.pid), null)
    const { code, stderr } = await uninstall('--home-too', '--yes')
    expect(code).toBe(4)
    expect(stderr).toContain(`a run of this home is alive: process ${process.pid}`)
    expect(await exists(inHome('config.yaml'))).toBe(true)
  })

  it('removes the home when that was asked for and agreed to, and lists what is lost', async () => {
    await place.onesoul(['run', 'dry-run', 'hi', '--home', inHome()])
    const alone = await uninstall('--home-too')
    expect(alone.code).toBe(4)
    expect(alone.stderr).toContain('--yes')
    expect(await exists(inHome('agent-configs/SOUL.md'))).toBe(true)
    const { code, stdout } = await uninstall('--home-too', '--yes')
    expect(code).toBe(0)
    expect(stdout).toContain('agent-configs/slack/SOUL.md')
    expect(stdout).toContain('1 session and all receipts')
    expect(await exists(inHome())).toBe(false)
  })

  it('removes only what it has a place for, and names the rest with exit 4', async () => {
    await writeFile(inHome('thesis.tex'), 'mine')
    await writeFile(inHome('state/thesis.bak'), 'mine')
    await mkdir(inHome('memory/.git'), { recursive: true })
    await writeFile(inHome('memory/.git/HEAD'), 'ref')
    const dry = await uninstall('--home-too', '--dry-run')
    expect(dry.code).toBe(4)
    const { code, stdout } = await uninstall('--home-too', '--yes')
    expect(code).toBe(4)
    for (const shown of [dry.stdout, stdout]) {
      expect(shown).toMatch(/kept +thesis\.tex +OneSoul did not put it there/)
      expect(shown).toMatch(/kept +state\/thesis\.bak/)
      expect(shown).toMatch(/kept +memory +it is a git repository/)
    }
    expect((await readdir(inHome(), { recursive: true })).sort()).toEqual([
      'memory',
      'memory/.git',
      'memory/.git/HEAD',
      'state',
      'state/thesis.bak',
      'thesis.tex',
    ])
  })

  it.each([
    ['the first', 399],
    ['some', 100],
    ['all of the person’s', 0],
  ])('finishes a removal that was killed after %s files', async (_, left) => {
    await mkdir(inHome('memory'), { recursive: true })
    await mkdir(inHome('state/cache'), { recursive: true })
    for (let index = 0; index < 400; index++) await writeFile(inHome(`memory/${index}.md`), 'mine')
    for (let index = 0; index < 2000; index++) await writeFile(inHome(`state/cache/${index}`), '')
    const main = join(root, 'packages/cli/dist/main.cjs')
    const args = [main, 'uninstall', '--home', inHome(), '--home-too', '--yes']
    const env = { PATH: process.env['PATH'], HOME: outside(''), TMPDIR: place.dir }
    const child = spawn(process.execPath, args, { cwd: join(place.dir, 'work'), env })
    const ended = once(child, 'exit')
    const count = async (): Promise<number> =>
      (await readdir(inHome('memory')).catch(() => [])).length
    while (child.exitCode === null && (await count()) > left) await setImmediate()
    child.kill('SIGKILL')
    expect((await ended)[1]).toBe('SIGKILL')
    expect(await exists(inHome('state/version'))).toBe(true)
    expect((await uninstall('--home-too', '--yes')).code).toBe(0)
    expect(await exists(inHome())).toBe(false)
  })

  it('finishes a removal of which only empty folders are left', async () => {
    await rm(inHome(), { recursive: true })
    await mkdir(inHome('state/cache'), { recursive: true })
    expect((await uninstall('--home-too', '--yes')).code).toBe(0)
    expect(await exists(inHome())).toBe(false)
  })

  it('removes links, never what they lead to', async () => {
    await place.write('user/notes/SOUL.md', 'Mine.')
    await symlink(outside('notes'), inHome('agent-configs/linked'))
    await rename(inHome(), join(place.dir, 'dotfiles'))
    await symlink('dotfiles', inHome())
    const { code, stdout } = await uninstall('--home-too', '--yes')
    expect(code).toBe(0)
    expect(stdout).toContain('dotfiles stays')
    expect(await exists(inHome())).toBe(false)
    expect(await exists(join(place.dir, 'dotfiles/config.yaml'))).toBe(true)
    expect(
      (
        await place.onesoul([
          'uninstall',
          '--home',
          join(place.dir, 'dotfiles'),
          '--home-too',
          '--yes',
        ])
      ).code,
    ).toBe(0)
    expect(await readFile(outside('notes/SOUL.md'), 'utf8')).toBe('Mine.')
  })

  it('refuses a folder that is no home', async () => {
    const outcome = await place.onesoul(['uninstall', '--home', join(place.dir, 'work')])
    expect([outcome.code, outcome.stderr]).toEqual([2, expect.stringContaining('no home at')])
  })

  it.each([
    ['around the home directory', 'user', 'work', /holds your home directory/],
    ['around the repository', 'elsewhere', 'big/repository/below', /repository that you are in/],
    ['that OneSoul never prepared', 'elsewhere', 'work', /has no state\/version/],
  ])('refuses a folder %s, links followed', async (_, user, cwd, message) => {
    const big = join(place.dir, 'big')
    await mkdir(join(big, 'user'), { recursive: true })
    await mkdir(join(big, 'repository/.git'), { recursive: true })
    await mkdir(join(big, 'repository/below'), { recursive: true })
    await place.write('big/config.yaml', '{}')
    await place.write('big/state/notes.txt', 'mine')
    if (cwd !== 'work' || user === 'user') await place.write('big/state/version', '1')
    await symlink(place.dir, join(place.dir, 'work/link'))
    const before = await readdir(big, { recursive: true })
    const named = join(place.dir, 'work/link/big')
    const args = ['uninstall', '--home', named, '--cwd', join(place.dir, cwd)]
    const outcome = await place.onesoul([...args, '--home-too', '--yes'], {
      HOME: join(user === 'user' ? big : place.dir, user),
    })
    expect([outcome.code, outcome.stderr]).toEqual([4, expect.stringMatching(message)])
    expect(await readdir(big, { recursive: true })).toEqual(before)
  })
})
