import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { hashTree } from '@onesoul/disk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { treeHashOf } from '../sync/package-tree.ts'
import type { SkillPackage } from '../sync/skill-package.ts'
import { type NotedSkills, refusesSkills } from './exported-skill.ts'
import { planSkillExport } from './plan-skill-export.ts'
import { notedAfter, writeSkillExport } from './write-skill-export.ts'

const FOLDERS = [
  { path: '.claude/skills', agents: ['claude-code'] },
  { path: '.agents/skills', agents: ['codex', 'opencode'] },
]

function skill(name: string, body = 'Do it.'): SkillPackage {
  const text = `---\nname: ${name}\ndescription: What ${name} does.\n---\n\n${body}\n`
  const files = [
    { path: 'SKILL.md', bytes: new TextEncoder().encode(text), mode: 0o644 },
    { path: 'scripts/run.sh', bytes: new TextEncoder().encode('echo\n'), mode: 0o755 },
  ] as const
  return { name, profile: 'own', version: treeHashOf(files), files }
}

let base: string
let root: string
let noted: NotedSkills
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'onesoul-skills-'))
  root = join(base, 'work')
  noted = {}
  await mkdir(root)
})
afterEach(() => rm(base, { recursive: true }))

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}

interface Options {
  readonly folders?: typeof FOLDERS
  readonly prune?: boolean
}

const plan = (skills: readonly SkillPackage[], { folders = FOLDERS }: Options = {}) =>
  planSkillExport({ root, skills, folders, noted })

async function write(skills: readonly SkillPackage[], options: Options = {}) {
  const { folders = FOLDERS, prune = false } = options
  const found = await plan(skills, options)
  const request = {
    ...{ root, skills, folders, noted, plan: found, prune },
    backups: join(base, 'backups'),
  }
  noted = notedAfter(request)
  return writeSkillExport(request)
}

const statuses = async (skills: readonly SkillPackage[], options: Options = {}) =>
  Object.fromEntries((await plan(skills, options)).skills.map(({ path, status }) => [path, status]))

describe('an export of skills', () => {
  it('writes each skill into each folder, and then nothing any more', async () => {
    const skills = [skill('a'), skill('b')]
    expect(await statuses(skills)).toEqual({
      '.claude/skills/a': 'missing',
      '.claude/skills/b': 'missing',
      '.agents/skills/a': 'missing',
      '.agents/skills/b': 'missing',
    })
    await write(skills)
    expect(new Set(Object.values(await statuses(skills)))).toEqual(new Set(['current']))
    const before = await hashTree(root)
    await write(skills)
    expect(await hashTree(root)).toBe(before)
  })

  it('is the same after a clone with another umask, without what was noted', async () => {
    await write([skill('a')])
    noted = {}
    await chmod(join(root, '.agents/skills/a/SKILL.md'), 0o664)
    await chmod(join(root, '.agents/skills/a'), 0o775)
    expect(new Set(Object.values(await statuses([skill('a')])))).toEqual(new Set(['current']))
    await chmod(join(root, '.agents/skills/a/scripts/run.sh'), 0o644)
    expect(await statuses([skill('a')])).toMatchObject({ '.agents/skills/a': 'foreign' })
  })

  it('tells what the home changed from what somebody edited, and replaces the first alone', async () => {
    await write([skill('a'), skill('b')])
    await put('.claude/skills/b/SKILL.md', 'mine now')
    const later = [skill('a', 'Do it twice.'), skill('b', 'Do it twice.')]
    const found = await plan(later)
    expect(found.skills.map(({ path, status }) => [path, status])).toEqual([
      ['.claude/skills/a', 'stale'],
      ['.claude/skills/b', 'edited'],
      ['.agents/skills/a', 'stale'],
      ['.agents/skills/b', 'stale'],
    ])
    expect(found.skills[1]?.difference?.changed).toEqual(['SKILL.md'])
    expect(refusesSkills(found, { force: false, prune: false })).toBe(true)
    expect(refusesSkills(found, { force: true, prune: false })).toBe(false)
  })

  it('keeps what it replaces of somebody', async () => {
    await put('.claude/skills/a/SKILL.md', 'by hand')
    const before = await hashTree(join(root, '.claude/skills/a'))
    const found = await plan([skill('a')])
    expect(found.skills[0]).toMatchObject({ status: 'foreign', path: '.claude/skills/a' })
    expect(refusesSkills(found, { force: false, prune: false })).toBe(true)
    const backups = await write([skill('a')])
    expect(Object.keys(backups)).toEqual(['.claude/skills/a'])
    expect(await hashTree(backups['.claude/skills/a'] ?? '')).toBe(before)
  })

  it('takes out what nothing asks for any more when it is told to, and folders that are then empty', async () => {
    await put('.claude/skills/mine/SKILL.md', 'by hand')
    await write([skill('a'), skill('b')])
    await write([skill('b')])
    expect((await plan([skill('b')])).left).toEqual([
      { path: '.agents/skills/a', edited: false },
      { path: '.claude/skills/a', edited: false },
    ])
    await write([], { folders: [], prune: true })
    expect(await readFile(join(root, '.claude/skills/mine/SKILL.md'), 'utf8')).toBe('by hand')
    await expect(readFile(join(root, '.agents'))).rejects.toThrow('ENOENT')
    expect(noted).toEqual({})
  })

  it('leaves an edited one where it is, and knows of it', async () => {
    await write([skill('a')])
    await put('.agents/skills/a/notes.md', 'mine')
    await write([], { folders: [], prune: true })
    expect(Object.keys(noted)).toEqual(['.agents/skills/a'])
    expect(await readFile(join(root, '.agents/skills/a/notes.md'), 'utf8')).toBe('mine')
    const { left } = await plan([], { folders: [] })
    expect(left).toEqual([{ path: '.agents/skills/a', edited: true }])
  })

  it('writes a folder with two names once, and none that leads out of the work tree', async () => {
    await mkdir(join(root, '.agents/skills'), { recursive: true })
    await symlink('.agents', join(root, '.claude'))
    const found = await plan([skill('a')])
    expect(found.skills).toMatchObject([
      { path: '.claude/skills/a', agents: ['claude-code', 'codex', 'opencode'] },
    ])
    await rm(join(root, '.claude'))
    await mkdir(join(base, 'elsewhere'))
    await symlink('../elsewhere', join(root, '.claude'))
    expect((await plan([skill('a')])).skills[0]).toMatchObject({
      status: 'broken',
      fault: '.claude/skills leads out of the work tree',
    })
  })

  it('clears away what a killed export left', async () => {
    await put('.claude/skills/.onesoul-export-0123456789abcdef/new/SKILL.md', 'half')
    await write([skill('a')])
    await expect(
      readFile(join(root, '.claude/skills/.onesoul-export-0123456789abcdef/new/SKILL.md')),
    ).rejects.toThrow('ENOENT')
  })
})
