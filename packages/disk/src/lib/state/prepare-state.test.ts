import { execFileSync } from 'node:child_process'
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runChild } from '../../../test/children.mjs'
import { prepareState, readStateFormat, stateLayout, stateVersion } from '../../index.ts'

let base: string
let home: string
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'onesoul-state-'))
  home = join(base, '.onesoul')
})
afterEach(() => rm(base, { recursive: true, force: true }))

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777

describe('stateLayout', () => {
  it('names every place of a home, and cannot be changed', () => {
    const layout = stateLayout('/h/../home')
    expect(layout).toMatchInlineSnapshot(`
      {
        "agentConfigs": "/home/agent-configs",
        "cache": "/home/state/cache",
        "captures": "/home/state/captures",
        "config": "/home/config.yaml",
        "deliver": "/home/state/deliver",
        "home": "/home",
        "leases": "/home/state/deliver/.leases",
        "locks": "/home/state/locks",
        "memory": "/home/memory",
        "memoryArchive": "/home/memory/archive",
        "projects": "/home/state/projects",
        "sessionLeases": "/home/state/locks/sessions",
        "sessions": "/home/state/sessions",
        "skillBundles": "/home/state/skills/bundles",
        "skills": "/home/skills",
        "skillsLock": "/home/skills/skills.lock",
        "state": "/home/state",
        "stateSkills": "/home/state/skills",
        "version": "/home/state/version",
      }
    `)
    expect(Object.isFrozen(layout)).toBe(true)
  })
})

describe('prepareState', () => {
  it('makes the folders of the state, for the person alone, and writes the version', async () => {
    const before = process.umask(0)
    const prepared = await prepareState(home).finally(() => process.umask(before))
    const layout = stateLayout(home)
    expect(prepared).toMatchObject({ outcome: 'ready', layout, findings: [] })
    for (const folder of [home, layout.state, layout.deliver, layout.leases, layout.locks]) {
      expect(await modeOf(folder)).toBe(0o700)
    }
    expect(await readdir(home)).toEqual(['state'])
    expect(await readFile(layout.version, 'utf8')).toBe(`${stateVersion}\n`)
    expect(await modeOf(layout.version)).toBe(0o600)
  })

  it('keeps the state out of a repository that the home lies in', async () => {
    await mkdir(home)
    execFileSync('git', ['init', '--quiet', home])
    await prepareState(home)
    await writeFile(join(stateLayout(home).sessions, 'said'), 'a secret')
    expect(execFileSync('git', ['-C', home, 'status', '--porcelain'], { encoding: 'utf8' })).toBe(
      '',
    )
  })

  it('makes nothing the second time', async () => {
    const first = await prepareState(home)
    expect(first.outcome === 'ready' && first.created.length).toBe(10)
    expect(await prepareState(home)).toMatchObject({ outcome: 'ready', created: [], findings: [] })
  })

  it('reports folders that others can enter and leaves their mode', async () => {
    await mkdir(join(home, 'state'), { recursive: true })
    await chmod(home, 0o755)
    await chmod(join(home, 'state'), 0o750)
    expect(await prepareState(home)).toMatchObject({
      outcome: 'ready',
      findings: [
        {
          code: 'mode-too-wide',
          path: home,
          message: `${home} has mode 0755, so that other users can see what is in it.`,
          fix: `chmod 700 "${home}"`,
        },
        { code: 'mode-too-wide', path: join(home, 'state') },
      ],
    })
    expect([await modeOf(home), await modeOf(join(home, 'state'))]).toEqual([0o755, 0o750])
  })

  it.runIf(process.geteuid?.() === 0)('reports a home of somebody else', async () => {
    await mkdir(home, { mode: 0o700 })
    await chown(home, 65_534, 65_534)
    expect(await prepareState(home)).toMatchObject({
      outcome: 'ready',
      findings: [{ code: 'foreign-owner', path: home }],
    })
  })

  it('works in a home that is a link', async () => {
    await mkdir(join(base, 'dotfiles'), { mode: 0o700 })
    await symlink('dotfiles', home)
    expect(await prepareState(home)).toMatchObject({ outcome: 'ready', findings: [] })
    expect(await readdir(join(base, 'dotfiles'))).toEqual(['state'])
  })

  it('refuses the state of a newer version with one sentence and changes nothing', async () => {
    await mkdir(join(home, 'state'), { recursive: true, mode: 0o700 })
    await writeFile(stateLayout(home).version, '99\n')
    await expect(prepareState(home)).rejects.toMatchObject({
      name: 'DiskError',
      code: 'state-newer',
      message: `${join(home, 'state')} was written by a newer OneSoul (format 99, this one knows ${stateVersion}).`,
      fix: expect.any(String),
    })
    expect(await readdir(join(home, 'state'))).toEqual(['version'])
    expect(await readFile(stateLayout(home).version, 'utf8')).toBe('99\n')
  })

  it.each(['', 'one', '1.5', '-1', '0', '1 2'])('refuses the version %j', async (text) => {
    await mkdir(join(home, 'state'), { recursive: true, mode: 0o700 })
    await writeFile(stateLayout(home).version, text)
    await expect(prepareState(home)).rejects.toMatchObject({ code: 'state-unreadable' })
  })

  it('refuses a version that is no file', async () => {
    await mkdir(stateLayout(home).version, { recursive: true })
    await expect(prepareState(home)).rejects.toMatchObject({ code: 'state-unreadable' })
  })

  it('says so when a home may not be written, new or prepared before', async () => {
    const prepared = join(base, 'prepared')
    await prepareState(prepared)
    await mkdir(home)
    for (const folder of [home, prepared, base]) await chmod(folder, 0o555)
    const said = await runChild(
      `const { prepareState } = await load('index')
       for (const home of args.homes) say(await prepareState(home))`,
      { homes: [home, prepared, join(base, 'none')] },
      { asNobody: true },
    ).finally(async () => {
      for (const folder of [base, home, prepared]) await chmod(folder, 0o700)
    })
    const refused = {
      outcome: 'failed',
      code: 'read-only',
      path: expect.any(String),
      message: expect.stringContaining('cannot be used for state: permission denied (EACCES).'),
      fix: expect.any(String),
    }
    expect(said).toEqual([refused, refused, refused])
    expect(await readdir(base)).toEqual(['.onesoul', 'prepared'])
  })

  it('says so when a file stands in the place of the home or of the state', async () => {
    await writeFile(home, '')
    expect(await prepareState(home)).toMatchObject({ outcome: 'failed', code: 'not-directory' })
    expect(await prepareState(join(home, 'below'))).toMatchObject({ code: 'not-directory' })
    await rm(home)
    await mkdir(home)
    await writeFile(join(home, 'state'), '')
    expect(await prepareState(home)).toMatchObject({
      outcome: 'failed',
      code: 'not-directory',
      path: join(home, 'state'),
    })
  })
})

describe('readStateFormat', () => {
  it('tells a known format from none and from a newer one, and makes nothing', async () => {
    const layout = stateLayout(home)
    expect(await readStateFormat(layout)).toEqual({ outcome: 'missing' })
    expect(await readdir(base)).toEqual([])
    await prepareState(home)
    expect(await readStateFormat(layout)).toEqual({ outcome: 'known' })
    await writeFile(layout.version, '99\n')
    expect(await readStateFormat(layout)).toMatchObject({
      outcome: 'unusable',
      error: { code: 'state-newer' },
    })
    await rm(layout.state, { recursive: true })
    await writeFile(layout.state, '')
    expect(await readStateFormat(layout)).toMatchObject({
      outcome: 'unusable',
      error: { code: 'state-unreadable' },
    })
  })
})
