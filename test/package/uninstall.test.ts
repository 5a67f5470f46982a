import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type ProcessIdentity, processIdentity } from '@onesoul/disk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPlace, type Outcome, type Place } from './onesoul.ts'

let place: Place
beforeEach(async () => {
  place = await createPlace()
  expect((await uninstall('--dry-run')).code).toBe(0)
  await mkdir(inHome('state/deliver/.running'), { recursive: true })
})
afterEach(() => place.remove())

const inHome = (path = ''): string => join(place.dir, 'home', path)
const outside = (path: string): string => join(place.dir, 'user', path)
const uninstall = (...more: string[]): Promise<Outcome> =>
  place.onesoul(['uninstall', '--home', inHome(), ...more], { TMPDIR: place.dir })

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
    await install({ '.bash/onesoul': 'complete', '.zsh/_onesoul': 'compdef' })
    const dry = await uninstall('--dry-run', '--json')
    expect(JSON.parse(dry.stdout).files).toHaveLength(2)
    expect(await exists(outside('.bash/onesoul'))).toBe(true)
    const { code, stdout } = await uninstall()
    expect(code).toBe(0)
    expect(stdout).toMatch(/removed +completion +\S+\.bash\/onesoul/)
    expect(await readdir(outside('.bash'))).toEqual([])
    expect(await exists(inHome('state/installed.json'))).toBe(false)
    expect(await exists(inHome('config.yaml'))).toBe(true)
  })

  it('keeps a file that was changed, is a link, or is no file, and says so with exit 4', async () => {
    await install({ a: 'same', b: 'before', c: 'linked', d: 'gone' })
    await place.write('user/b', 'edited by hand')
    await rename(outside('c'), outside('c.real'))
    await symlink('c.real', outside('c'))
    await rename(outside('d'), outside('d.moved'))
    const { code, stdout } = await uninstall()
    expect(code).toBe(4)
    expect(stdout).toMatch(/kept +completion +\S+\/b +it was changed since/)
    expect(stdout).toMatch(/kept +completion +\S+\/c +a link stands in its place/)
    expect(stdout).toMatch(/gone +completion +\S+\/d/)
    expect((await readdir(outside(''))).sort()).toEqual(['b', 'c', 'c.real', 'd.moved'])
    expect(await readlink(outside('c'))).toBe('c.real')
    const left = JSON.parse(await readFile(inHome('state/installed.json'), 'utf8'))
    expect(left.files.map((file: { path: string }) => file.path)).toEqual([
      outside('b'),
      outside('c'),
    ])
    const more = await uninstall('--home-too', '--yes')
    expect(more.code).toBe(4)
    expect(more.stdout).toContain('its only record')
    expect(await exists(inHome('config.yaml'))).toBe(true)
  })

  it('removes nothing by a receipt that it cannot read', async () => {
    await writeFile(inHome('state/installed.json'), '{"schemaVersion":1,"files":[{"path":"x"}]}')
    const { code, stderr } = await uninstall('--home-too', '--yes')
    expect(code).toBe(1)
    expect(stderr).toContain('installed.json cannot be read')
    expect(await exists(inHome('config.yaml'))).toBe(true)
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

  it.each([
    ['a folder that is no home', 'work', 2, /no home at/],
    ['the folder around a home directory', '', 4, /does not look like a home/],
  ])('refuses %s', async (_, path, code, message) => {
    const dir = join(place.dir, path)
    if (path === '') {
      await place.write('config.yaml', '{}')
      await mkdir(join(dir, 'state'))
    }
    const outcome = await place.onesoul(['uninstall', '--home', dir, '--home-too', '--yes'])
    expect(outcome.code).toBe(code)
    expect(outcome.stderr).toMatch(message)
    expect(await exists(inHome('config.yaml'))).toBe(true)
  })
})
