import { execFile, execFileSync } from 'node:child_process'
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashTree } from '@onesoul/disk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createPlace, type Outcome, type Place, root } from './onesoul.ts'

/** `ONESOUL_KILLS=200` has as many as nobody waits for every day. */
const KILLS = Math.max(3, Number(process.env['ONESOUL_KILLS'] ?? 0))

let place: Place
beforeEach(async () => {
  place = await createPlace()
})
afterEach(() => place.remove())

const skills = (...args: string[]): Promise<Outcome> =>
  place.onesoul(['skills', ...args, '--home', join(place.dir, 'home')])
const inHome = (path: string): string => join(place.dir, 'home', path)
const text = (name: string, body: string): string =>
  `---\nname: ${name}\ndescription: Does ${name}. Use it for ${name}.\n---\n\n${body}\n`
const source = (path: string, body = 'Do it.'): Promise<string> => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return place.write(`work/${path}/SKILL.md`, text(name, body))
}
const namesIn = (path: string): Promise<string[]> => readdir(inHome(path)).catch(() => [])

/** `skills.lock` says what the folders are, and nothing is left of a change. */
async function expectSettled(context: string, byHand: readonly string[]): Promise<void> {
  const { skills: locked } = parse(await readFile(inHome('skills/skills.lock'), 'utf8'))
  const folders = (await namesIn('skills')).filter((name) => name !== 'skills.lock')
  expect([...Object.keys(locked), ...byHand].sort(), context).toEqual(folders.sort())
  for (const [name, { tree }] of Object.entries<{ tree: string }>(locked)) {
    expect(await hashTree(inHome(`skills/${name}`)), `${context}: ${name}`).toBe(tree)
  }
  expect(await namesIn('state/skills/tmp'), context).toEqual([])
  expect(await namesIn('state/skills'), context).not.toContain('life.json')
  const locks = (await namesIn('state/locks')).filter((name) => name.startsWith('skills-'))
  expect(locks, context).toEqual([])
}

/** Runs the command and kills it after so many milliseconds; whether it was still running. */
function killedAfter(ms: number, args: readonly string[]): Promise<boolean> {
  const main = join(root, 'packages/cli/dist/main.cjs')
  const whole = [main, 'skills', ...args, '--home', join(place.dir, 'home')]
  const env = { PATH: process.env['PATH'] ?? '', HOME: join(place.dir, 'user') }
  return new Promise((done) => {
    const options = { cwd: join(place.dir, 'work'), env, timeout: Math.ceil(ms) }
    execFile(process.execPath, whole, { ...options, killSignal: 'SIGKILL' }, (error) =>
      done(error?.signal === 'SIGKILL'),
    )
  })
}

function git(folder: string, ...args: string[]): void {
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.org']
  execFileSync('git', ['-C', folder, ...identity, ...args], {
    env: { PATH: process.env['PATH'] ?? '', GIT_CONFIG_GLOBAL: '/dev/null' },
  })
}

describe('onesoul skills, killed', () => {
  it('is whole after the next command, whatever the source and the moment', {
    timeout: 30_000 + KILLS * 15_000,
  }, async () => {
    const work = join(place.dir, 'work')
    const byHand = await namesIn('skills')
    for (const name of ['from-folder', 'from-tar', 'from-git', 'next']) await source(name)
    execFileSync('tar', ['-C', work, '-czf', join(work, 'skill.tar.gz'), 'from-tar'])
    git(join(work, 'from-git'), 'init', '-q', '-b', 'main')
    git(join(work, 'from-git'), 'add', '-A')
    git(join(work, 'from-git'), 'commit', '-qm', 'one')
    const sources = ['./from-folder', './skill.tar.gz', `file://${work}/from-git`]
    const took: number[] = []
    for (const one of sources) {
      const start = performance.now()
      expect((await skills('add', one)).code, one).toBe(0)
      took.push(performance.now() - start)
    }
    let killed = 0
    for (let count = 0; count < KILLS; count++) {
      const which = count % sources.length
      // Before the first third it only starts; the first one is sure to be alive then.
      const ms = count === 0 ? 100 : (took[which] ?? 0) * (0.3 + 0.7 * Math.random())
      const context = `${sources[which]} killed after ${ms.toFixed(0)} ms`
      if (await killedAfter(ms, ['add', sources[which] ?? '', '--force'])) killed++
      const next = await skills('add', './next', '--force')
      expect([next.code, next.stderr], context).toEqual([0, ''])
      await expectSettled(context, byHand)
    }
    expect(killed).toBeGreaterThan(0)
  })
})

describe('onesoul skills, several at once', () => {
  it('lets one win with a sentence for the other, and keeps lock and folders at one', async () => {
    const byHand = await namesIn('skills')
    for (const path of ['a/same', 'b/same', 'one', 'two', 'old']) await source(path, path)
    expect((await skills('add', './old')).code).toBe(0)
    const same = await Promise.all([skills('add', './a/same'), skills('add', './b/same')])
    expect(same.map(({ code }) => code).sort()).toEqual([0, 4])
    expect(same.find(({ code }) => code === 4)?.stdout).toContain('is in the home; --force')
    await source('one', 'Newer.')
    const others = await Promise.all([
      skills('add', './one'),
      skills('remove', 'old'),
      skills('add', './two'),
      skills('sync', '--agent', 'claude', '--json'),
    ])
    expect(others.map(({ code }) => code)).toEqual([0, 0, 0, 0])
    await expectSettled('after four at once', byHand)
    await source('one', 'Newest.')
    const [updated, synced] = await Promise.all([
      skills('update', 'one'),
      skills('sync', '--agent', 'claude', '--json'),
    ])
    expect([updated.code, synced.code]).toEqual([0, 0])
    await expectSettled('after update beside sync', byHand)
    expect((await skills('sync', '--agent', 'claude')).code).toBe(0)
    const copy = await readFile(join(place.dir, 'user/.claude/skills/one/SKILL.md'), 'utf8')
    expect(copy).toBe(text('one', 'Newest.'))
  })
})

describe('onesoul skills that only looks', () => {
  it('writes nothing, and names the line of a lock that cannot be read', async () => {
    await source('one')
    await skills('add', './one')
    await skills('sync', '--agent', 'claude')
    await source('one', 'Newer.')
    const before = await hashTree(place.dir)
    expect((await skills('update', '--dry-run')).stdout).toContain('would-update')
    expect((await skills('update', '--check')).code).toBe(3)
    expect((await skills('remove', 'one', '--dry-run')).stdout).toContain('would-remove')
    expect((await skills('unsync', '--all', '--dry-run')).code).toBe(0)
    expect(await hashTree(place.dir)).toBe(before)
    await appendFile(inHome('skills/skills.lock'), '>>>>>>> theirs\n')
    const refused = await skills('add', './one', '--force')
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/skills\.lock:\d+: a merge of it was not finished/),
    ])
    await writeFile(inHome('state/skills/life.json'), '{')
    expect((await skills('remove', 'one', '--dry-run')).code).toBe(1)
  })
})
