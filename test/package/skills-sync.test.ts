import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashTree } from '@onesoul/disk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPlace, type Outcome, type Place } from './onesoul.ts'

let place: Place
beforeEach(async () => {
  place = await createPlace()
  await place.write(
    'home/skills/release/SKILL.md',
    '---\nname: release\ndescription: x\n---\nDo.\n',
  )
})
afterEach(() => place.remove())

const run = (...args: string[]): Promise<Outcome> =>
  place.onesoul([...args, '--home', join(place.dir, 'home')])
const skills = (...args: string[]): Promise<Outcome> => run('skills', ...args)
const user = (path: string): string => join(place.dir, 'user', path)
const items = ({ stdout }: Outcome): readonly Readonly<Record<string, unknown>>[] =>
  JSON.parse(stdout).items

describe('onesoul skills status, sync and unsync', () => {
  it('asks for an agent rather than taking all, and suggests what was meant', async () => {
    await place.write('home/config.yaml', 'language: en\n')
    const none = await skills('sync')
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('--agent claude')])
    const mistyped = await skills('sync', '--agent', 'codx')
    expect([mistyped.code, mistyped.stderr]).toEqual([
      2,
      expect.stringContaining('did you mean codex?'),
    ])
    const unknown = await skills('sync', 'relase', '--agent', 'codex')
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      expect.stringContaining('did you mean release?'),
    ])
  })

  it('writes nothing before a sync, then brings ours and the person’s, and takes them out again', async () => {
    await mkdir(user('.claude/skills/theirs'), { recursive: true })
    const before = await hashTree(place.dir)
    const status = await skills('status', '--agent', 'claude', '--agent', 'opencode', '--json')
    expect(items(status).map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
      'onesoul-cli changed',
      'user-memory changed',
      'release changed',
      'onesoul-cli changed',
      'user-memory changed',
      'release changed',
    ])
    expect((await skills('sync', '--agent', 'claude', '--dry-run')).code).toBe(0)
    expect(await hashTree(place.dir)).toBe(before)
    const synced = await skills('sync', '--agent', 'claude', '--agent', 'opencode')
    expect(synced.code).toBe(0)
    expect(synced.stdout.match(/next session/g)).toHaveLength(1)
    const ours = ['onesoul-cli', 'release', 'user-memory']
    expect(await readdir(user('.agents/skills'))).toEqual(ours)
    expect(await readdir(user('.claude/skills'))).toEqual([...ours, 'theirs'].sort())
    expect((await skills('list')).stdout).toContain('release')
    const out = await skills('unsync', '--all')
    expect([out.code, await readdir(user('.claude/skills'))]).toEqual([0, ['theirs']])
  })

  it('ends with 3 on a collision, adopts it when told to, and shows what changes', async () => {
    await mkdir(user('.agents/skills/release'), { recursive: true })
    await writeFile(user('.agents/skills/release/SKILL.md'), 'mine')
    const sync = (...more: string[]) =>
      skills('sync', 'release', '--agent', 'codex', '--profile', 'none', ...more)
    const refused = await sync('--adopt')
    expect([refused.code, refused.stderr]).toEqual([
      3,
      expect.stringContaining('changed  SKILL.md'),
    ])
    const adopted = await sync('--adopt', '--yes', '--json')
    expect([adopted.code, items(adopted)[0]?.['outcome']]).toEqual([0, 'changed'])
    const backup = String(items(adopted)[0]?.['backup'])
    expect(await readFile(join(backup, 'SKILL.md'), 'utf8')).toBe('mine')
  })

  it('is refused for a folder of skills that leads out, and for an agent without one', async () => {
    await mkdir(user('.claude'), { recursive: true })
    await symlink(join(place.dir, 'work'), user('.claude/skills'))
    const sync = await skills('sync', 'release', '--agent', 'claude', '--agent', 'acp', '--json')
    expect([sync.code, items(sync).map(({ reason }) => reason)]).toEqual([
      3,
      ['root_outside_home', 'unsupported_worker'],
    ])
    expect(await readdir(join(place.dir, 'work'))).toEqual([])
  })

  it('is told by doctor and taken out by uninstall, as far as it is ours', async () => {
    const synced = await run('init', '--yes', '--sync-skills', '--agent', 'codex', '--json')
    expect([
      synced.code,
      items({ ...synced, stdout: JSON.stringify(JSON.parse(synced.stdout).skills) }),
    ]).toEqual([
      0,
      [
        expect.objectContaining({ name: 'onesoul-cli' }),
        expect.objectContaining({ name: 'user-memory' }),
        expect.objectContaining({ name: 'release' }),
      ],
    ])
    await writeFile(user('.agents/skills/release/SKILL.md'), 'edited')
    const doctor = JSON.parse((await run('doctor', '--json')).stdout)
    expect(doctor.findings).toContainEqual(expect.objectContaining({ code: 'skills.drift' }))
    const gone = await run('uninstall', '--home-too', '--yes', '--json')
    expect([gone.code, JSON.parse(gone.stdout).homeRemoved]).toEqual([4, false])
    expect(await readdir(user('.agents/skills'))).toEqual(['release'])
    await skills('sync', 'release', '--agent', 'codex', '--adopt', '--yes')
    const text = await run('uninstall')
    expect([text.code, text.stdout]).toEqual([
      0,
      expect.stringMatching(/removed +skill +.*release/),
    ])
    expect(await readdir(user('.agents/skills'))).toEqual([])
  })
})
