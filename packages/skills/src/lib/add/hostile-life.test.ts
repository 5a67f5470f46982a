import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashTree } from '@onesoul/disk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  addSkills,
  type LifeItem,
  newSkill,
  readCutOff,
  removeSkills,
  restoreSkills,
  type SkillsLife,
  updateSkills,
} from '../../index.ts'
import { lifeIn, putFiles, skillText } from '../fixtures/skill-texts.ts'
import { parseLock, type SkillsLock } from '../lock/skills-lock.ts'
import type { LifeStep } from './life-place.ts'

/** Nothing here is about a disk that is slow. */
const MEMORY = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

let dir: string
let life: SkillsLife
beforeEach(async () => {
  dir = await realpath(await mkdtemp(join(MEMORY, 'onesoul-hostile-')))
  life = lifeIn(dir)
  await mkdir(life.home)
  await putFiles(dir, { 'src/x/SKILL.md': skillText('x'), 'src/y/SKILL.md': skillText('y') })
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const inHome = (path: string): string => join(life.home, path)
const namesIn = (path: string): Promise<string[]> => readdir(inHome(path)).catch(() => [])
const text = (path: string): Promise<string> => readFile(inHome(path), 'utf8')
const lock = async (): Promise<SkillsLock> => parseLock(await text('skills/skills.lock'))
const add = (...sources: string[]): Promise<readonly LifeItem[]> => addSkills(life, { sources })
const codes = (items: readonly LifeItem[]): unknown =>
  items.map(({ name, outcome, code }) => [name, outcome, code])

/** Does a piece of work that is killed at a step: nothing behind it runs. */
async function killedAt(
  step: LifeStep,
  work: (life: SkillsLife) => Promise<unknown>,
): Promise<void> {
  await new Promise<void>((killed, fail) => {
    const onStep = (now: LifeStep): Promise<void> | undefined => {
      if (now !== step) return undefined
      killed()
      return new Promise(() => undefined)
    }
    work(lifeIn(dir, { onStep })).then(() => fail(new Error(`there was no ${step}`)), fail)
  })
  await rm(inHome('state/locks/skills-life.lock'))
}

/** What the system says when a disk is full, at a step. */
const fullAt = (step: LifeStep): SkillsLife =>
  lifeIn(dir, {
    onStep: (now) => {
      if (now === step) throw Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'write' })
    },
  })

/** Nothing is under way, and `skills.lock` says what the folders are. */
async function expectSettled(): Promise<void> {
  expect(await namesIn('state/skills')).not.toContain('life.json')
  expect(await namesIn('state/skills/tmp')).toEqual([])
  for (const [name, { tree }] of await lock()) {
    expect(await hashTree(inHome(`skills/${name}`)), name).toBe(tree)
  }
}

describe('a change that was cut off', () => {
  it('is mended whatever letters the name has, and when a folder by hand breaks the rules for names', async () => {
    await putFiles(dir, { 'src/größe/SKILL.md': skillText('größe') })
    await killedAt('journal-written', (one) => addSkills(one, { sources: ['src/größe'] }))
    expect(codes(await add('src/größe'))).toEqual([['größe', 'added', null]])
    await killedAt('lock-written', (one) => addSkills(one, { sources: ['src/größe'], force: true }))
    await add('src/x')
    await expectSettled()
    await putFiles(life.home, { 'skills/My Skill/SKILL.md': 'by hand' })
    await killedAt('old-moved', (one) => removeSkills(one, { names: ['My Skill'], unproved: true }))
    await add('src/y')
    await expectSettled()
    expect((await namesIn('state/skills/backups')).some((one) => one.startsWith('My Skill-'))).toBe(
      true,
    )
  })

  it('does not say of a skill that it is there when somebody cleared the work away', async () => {
    await add('src/x')
    await killedAt('journal-written', (one) => addSkills(one, { sources: ['src/y'] }))
    await rm(inHome('state/skills/tmp'), { recursive: true })
    await updateSkills(life, {})
    await expectSettled()
    expect([...(await lock()).keys()]).toEqual(['x'])
  })

  it('keeps what somebody wrote in its place, and what was moved aside', async () => {
    await add('src/x')
    await killedAt('old-moved', (one) => addSkills(one, { sources: ['src/x'], force: true }))
    await putFiles(life.home, { 'skills/x/SKILL.md': 'mine' })
    await updateSkills(life, { names: [] })
    expect(await text('skills/x/SKILL.md')).toBe('mine')
    const [kept = ''] = await namesIn('state/skills/backups')
    expect(await text(`state/skills/backups/${kept}/SKILL.md`)).toBe(skillText('x'))
    expect(codes(await updateSkills(life, {}))).toEqual([['x', 'refused', 'edited']])
  })

  const FORGED: readonly (readonly [string, string])[] = [
    ['cut off', '{"schemaVersion": 1, "cha'],
    ['of another kind', '{"a": 1}'],
    ['with a way out', journal({ name: '../../src' })],
    ['that moves skills.lock', journal({ name: 'skills.lock' })],
    ['with work elsewhere', journal({ work: '../../../src' })],
    ['that keeps elsewhere', journal({ keep: '../../../src' })],
    ['with a foreign key', journal({ more: 1 })],
    ['of a newer version', journal({}, 2)],
  ]
  it.each(FORGED)('is not guessed at from a journal %s', async (what, content) => {
    await add('src/x')
    await putFiles(life.home, { 'state/skills/life.json': content })
    const before = await hashTree(dir, { exclude: ['home/state/locks'] })
    const trouble = what.includes('newer') ? 'newer OneSoul' : 'cannot be read'
    const expected = { code: 'state-unusable', message: expect.stringContaining(trouble) }
    await expect(add('src/y')).rejects.toMatchObject(expected)
    await expect(updateSkills(life, { dryRun: true })).rejects.toMatchObject(expected)
    expect(await hashTree(dir, { exclude: ['home/state/locks'] })).toBe(before)
  })

  it('is told by what writes nothing, of that skill alone', async () => {
    await add('src/x', 'src/y')
    await killedAt('old-moved', (one) => addSkills(one, { sources: ['src/x'], force: true }))
    const before = await hashTree(life.home)
    expect(await updateSkills(life, { dryRun: true })).toMatchObject([
      { name: 'x', outcome: 'unchanged', message: expect.stringContaining('cut off') },
      { name: 'y', outcome: 'unchanged', message: '' },
    ])
    expect(await readCutOff(life.home)).toContain('the skill x in the home')
    expect(await removeSkills(life, { names: ['x'], dryRun: true })).toMatchObject([
      { outcome: 'unchanged', message: expect.stringContaining('cut off') },
    ])
    expect(await hashTree(life.home)).toBe(before)
  })
})

function journal(change: object, schemaVersion = 1): string {
  const whole = { name: 'x', work: 'abc', entry: null, keep: null, ...change }
  return JSON.stringify({ schemaVersion, change: whole })
}

describe('a full disk', () => {
  const STEPS: readonly LifeStep[] = [
    'file-staged',
    'staged',
    'journal-written',
    'old-moved',
    'new-moved',
  ]
  it.each(STEPS)('at %s leaves the old skill, at once, with the reason', async (step) => {
    await add('src/x')
    const before = await hashTree(life.home, { exclude: ['state/locks'] })
    const full = fullAt(step)
    const said = { outcome: 'failed', code: 'state-unusable' }
    const message = expect.stringContaining('the disk is full (ENOSPC)')
    const request = { sources: ['src/x'], force: true }
    expect(await addSkills(full, request)).toMatchObject([{ ...said, message }])
    if (step === 'old-moved') {
      expect(await removeSkills(full, { names: ['x'] })).toMatchObject([{ ...said, message }])
    }
    await putFiles(dir, { 'src/x/SKILL.md': skillText('x', 'Newer.') })
    expect(await updateSkills(full, {})).toMatchObject([{ ...said, message }])
    expect(await hashTree(life.home, { exclude: ['state/locks'] })).toBe(before)
    expect(codes(await updateSkills(life, {}))).toEqual([['x', 'updated', null]])
    await expectSettled()
  })

  const isRoot = process.platform === 'linux' && process.getuid?.() === 0
  it.runIf(isRoot)(
    'of 256 KB ends in words and loses nothing (needs root, to mount it)',
    async () => {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', life.home])
      try {
        await add('src/x')
        await putFiles(dir, { 'src/x/references/big.md': 'x'.repeat(300_000) })
        await putFiles(dir, { 'src/big/SKILL.md': skillText('big', 'x'.repeat(240_000)) })
        const before = await hashTree(life.home, { exclude: ['state/locks'] })
        const failed = [['x', 'failed', 'state-unusable']]
        expect(codes(await updateSkills(life, {}))).toEqual(failed)
        expect(codes(await add('src/big'))).toEqual([['big', 'failed', 'state-unusable']])
        expect(await hashTree(life.home, { exclude: ['state/locks'] })).toBe(before)
        await rm(join(dir, 'src/x/references'), { recursive: true })
        await putFiles(dir, { 'src/x/SKILL.md': skillText('x', 'Newer.') })
        expect(codes(await updateSkills(life, {}))).toEqual([['x', 'updated', null]])
        await expectSettled()
      } finally {
        execFileSync('umount', [life.home])
      }
    },
  )
})

describe('a person at the same time', () => {
  it('does not lose an edit that comes while an update or a removal is made', async () => {
    await add('src/x')
    await putFiles(dir, { 'src/x/SKILL.md': skillText('x', 'Newer.') })
    const edits = lifeIn(dir, {
      onStep: async (step) => {
        if (step === 'journal-written') await writeFile(inHome('skills/x/SKILL.md'), 'mine')
      },
    })
    expect(codes(await updateSkills(edits, {}))).toEqual([['x', 'refused', 'edited']])
    expect(await text('skills/x/SKILL.md')).toBe('mine')
    await writeFile(inHome('skills/x/SKILL.md'), skillText('x'))
    expect(codes(await removeSkills(edits, { names: ['x'] }))).toEqual([['x', 'refused', 'edited']])
    expect(await text('skills/x/SKILL.md')).toBe('mine')
    await updateSkills(life, { force: true })
    await expectSettled()
  })

  it('has every backup of a skill kept, also one that was edited', async () => {
    await add('src/x')
    const again = (): Promise<readonly LifeItem[]> =>
      addSkills(life, { sources: ['src/x'], force: true })
    const [first] = await again()
    await writeFile(join(first?.backup ?? '', 'SKILL.md'), 'notes of mine')
    const [second] = await again()
    expect(second?.backup).not.toBe(first?.backup)
    expect(await readFile(join(first?.backup ?? '', 'SKILL.md'), 'utf8')).toBe('notes of mine')
    expect((await again())[0]?.backup).toBe(second?.backup)
  })
})

describe('names', () => {
  it('that other systems cannot tell apart are not put beside one another', async () => {
    await putFiles(life.home, { 'skills/X/SKILL.md': 'by hand' })
    await putFiles(dir, { 'src/größe/SKILL.md': skillText('größe') })
    await mkdir(inHome(`skills/${'größe'.normalize('NFD')}`))
    const items = await addSkills(life, { sources: ['src/x', 'src/größe'], force: true })
    expect(items).toMatchObject([
      { code: 'already-there', message: expect.stringContaining('"X" stands there') },
      { code: 'already-there', message: expect.stringContaining('rename or remove') },
    ])
    await expect(newSkill(inHome('skills'), 'x')).rejects.toMatchObject({ code: 'already-there' })
    expect(await text('skills/X/SKILL.md')).toBe('by hand')
  })

  it('that come twice in one source are taken once', async () => {
    await putFiles(dir, { 'src/more/x/SKILL.md': skillText('x', 'Another.') })
    const items = await addSkills(life, { sources: ['src'], all: true, force: true })
    expect(codes(items)).toEqual([
      ['x', 'added', null],
      ['x', 'refused', 'already-there'],
      ['y', 'added', null],
    ])
  })
})

describe('what stands in a source', () => {
  type Row = readonly [what: string, make: () => Promise<unknown>, outcome: unknown]
  const files = (all: Readonly<Record<string, string>>) => (): Promise<void> =>
    putFiles(join(dir, 'src/odd'), all)
  const refused = (name: string, says: string): unknown => ({
    ...{ name, outcome: 'refused', code: 'format-invalid' },
    message: expect.stringMatching(says),
  })
  const NONE = '---\nname: __proto__\ndescription: x\n---\nx\n'
  const ROWS: readonly Row[] = [
    ['the name of a device', files({ 'con/SKILL.md': skillText('con') }), refused('con', 'device')],
    [
      'a file with the name of a device',
      files({ 'a/SKILL.md': skillText('a'), 'a/nul.txt': 'x' }),
      refused('a', 'written everywhere'),
    ],
    [
      'a SKILL.md without a byte',
      files({ 'a/SKILL.md': '' }),
      refused('a', 'begin|frontmatter|---'),
    ],
    ['the name __proto__', files({ '__proto__/SKILL.md': NONE }), refused('__proto__', 'letter')],
    [
      'the name toString',
      files({ 'toString/SKILL.md': skillText('toString') }),
      refused('toString', 'capital'),
    ],
    [
      'a pipe',
      async () => {
        await files({ 'a/SKILL.md': skillText('a') })()
        execFileSync('mkfifo', [join(dir, 'src/odd/a/pipe.md')])
      },
      refused('a', 'link or no plain file'),
    ],
    [
      'two files that one file system cannot tell apart',
      files({ 'a/SKILL.md': skillText('a'), 'a/\u00e9.md': '1', 'a/e\u0301.md': '2' }),
      refused('a', 'there twice'),
    ],
  ]
  it.each(ROWS)('%s is refused in words', async (_, make, outcome) => {
    await make()
    expect(await addSkills(life, { sources: ['src/odd'], all: true })).toMatchObject([outcome])
    expect((await namesIn('skills')).filter((name) => name !== 'skills.lock')).toEqual([])
  })

  it('in another spelling of SKILL.md is called that in the home', async () => {
    await putFiles(dir, { 'src/a/skill.md': skillText('a') })
    expect(codes(await add('src/a'))).toEqual([['a', 'added', null]])
    expect(await namesIn('skills/a')).toEqual(['SKILL.md'])
    expect(codes(await updateSkills(life, {}))).toEqual([['a', 'unchanged', null]])
  })

  it('and goes away while it is read is told, beside what was added', async () => {
    const vanishing = lifeIn(dir, {
      onStep: (step) =>
        step === 'fetched' ? rm(join(dir, 'src/x/SKILL.md'), { force: true }) : undefined,
    })
    expect(codes(await addSkills(vanishing, { sources: ['src'], all: true }))).toEqual([
      ['x', 'refused', 'source-unreachable'],
      ['y', 'added', null],
    ])
  })

  it('takes the place of a link in the home and leaves what it leads to', async () => {
    await putFiles(dir, { 'elsewhere/SKILL.md': 'theirs' })
    await mkdir(inHome('skills'))
    await symlink(join(dir, 'elsewhere'), inHome('skills/x'))
    expect(codes(await add('src/x'))).toEqual([['x', 'refused', 'already-there']])
    const [item] = await addSkills(life, { sources: ['src/x'], force: true })
    expect(item?.outcome).toBe('replaced')
    expect(await readlink(item?.backup ?? '')).toBe(join(dir, 'elsewhere'))
    expect(await readdir(join(dir, 'elsewhere'))).toEqual(['SKILL.md'])
    await expectSettled()
  })
})

describe('one that fails', () => {
  it('keeps no other source from being added and told', async () => {
    await putFiles(dir, { 'src/broken.zip': 'PK\u0003\u0004 no archive' })
    expect(codes(await add('src/x', 'src/broken.zip', 'src/y'))).toEqual([
      ['x', 'added', null],
      [join(dir, 'src/broken.zip'), 'refused', 'archive-refused'],
      ['y', 'added', null],
    ])
  })

  it('keeps no other skill of its source from being updated and told', async () => {
    await addSkills(life, { sources: ['src'], all: true })
    for (const name of ['x', 'y']) {
      await putFiles(dir, { [`src/${name}/SKILL.md`]: skillText(name, 'Newer.') })
    }
    let swaps = 0
    const full = lifeIn(dir, {
      onStep: (step) => {
        if (step === 'new-moved' && ++swaps === 2) {
          throw Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'write' })
        }
      },
    })
    const items = await updateSkills(full, {})
    expect(codes(items)).toEqual([
      ['x', 'updated', null],
      ['y', 'failed', 'state-unusable'],
    ])
    await expectSettled()
  })
})

describe('skills.lock', () => {
  const T = 'a'.repeat(64)
  const entry = (change: Readonly<Record<string, string>>): string => {
    const all = { kind: 'git', location: 'git+https://x.example/y.git', ref: 'null', path: '""' }
    const keys = Object.entries({ ...all, revision: 'null', tree: T, ...change })
    return `version: 1\nskills:\n  x:\n${keys.map(([key, value]) => `    ${key}: ${value}\n`).join('')}...\n`
  }
  const BROKEN: readonly (readonly [string, string, string])[] = [
    ['a version that nobody knows', 'version: 0\nskills: {}\n...\n', 'skills.lock:1: nobody knows'],
    [
      'a newer version',
      'version: 2\nskills: {}\n...\n',
      'skills.lock:1: it was written by a newer',
    ],
    ['nothing in it', '', 'skills.lock:1: it is empty'],
    ['a name twice', `${entry({}).slice(0, -4)}  x: {}\n...\n`, 'skills.lock:10: '],
    ['a key twice', entry({}).replace('    tree', '    kind: npm\n    tree'), 'skills.lock:9: '],
    ['the key __proto__', 'version: 1\nskills:\n  __proto__: {}\n...\n', 'skills.lock:3: '],
    [
      'marks of a merge',
      'version: 1\nskills:\n<<<<<<< HEAD\n=======\n>>>>>>> x\n...\n',
      'skills.lock:3: a merge of it was not finished',
    ],
    ['a helper of git', entry({ location: 'git+ext::sh -c id' }), 'skills.lock:3: x has no source'],
    ['an option of git', entry({ ref: '--upload-pack=id' }), 'skills.lock:3: x has no source'],
    ['a revision with an option', entry({ revision: '-x' }), 'skills.lock:3: x has no source'],
    ['a way out of the source', entry({ path: '../../x' }), 'skills.lock:3: x has no source'],
    [
      'a repository for npm',
      entry({ kind: 'npm', location: 'npm:git+https://x.example/y' }),
      'skills.lock:3: x has no source',
    ],
    [
      'a folder for npm',
      entry({ kind: 'npm', location: 'npm:../x' }),
      'skills.lock:3: x has no source',
    ],
    [
      'a file as a version',
      entry({ kind: 'npm', location: 'npm:x', revision: 'file:../x sha512-y' }),
      'skills.lock:3: x has no source',
    ],
  ]
  it.each(BROKEN)(
    'with %s is refused by its line, and nothing is changed',
    async (_, content, at) => {
      await putFiles(life.home, { 'skills/skills.lock': content })
      const before = await hashTree(life.home)
      const expected = { code: 'lock-invalid', message: expect.stringMatching(`^${at}`) }
      await expect(updateSkills(life, { dryRun: true })).rejects.toMatchObject(expected)
      expect(await hashTree(life.home)).toBe(before)
      await expect(add('src/x')).rejects.toMatchObject(expected)
      await expect(restoreSkills(life)).rejects.toMatchObject(expected)
      await expect(removeSkills(life, { names: ['x'] })).rejects.toMatchObject(expected)
      expect(await text('skills/skills.lock')).toBe(content)
      expect(await namesIn('skills')).toEqual(['skills.lock'])
    },
  )

  it('names the new commit of a tree that stayed the same', async () => {
    const repo = join(dir, 'repo')
    const git = (...args: string[]): string =>
      execFileSync('git', ['-C', repo, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
        encoding: 'utf8',
        env: { ...life.env, GIT_CONFIG_GLOBAL: '/dev/null' },
      }).trim()
    await putFiles(repo, { 'x/SKILL.md': skillText('x'), 'other.txt': '1' })
    git('init', '-q', '-b', 'main')
    git('add', '-A')
    git('commit', '-qm', 'one')
    await add(`file://${repo}`)
    await putFiles(repo, { 'other.txt': '2' })
    git('commit', '-qam', 'two')
    const head = git('rev-parse', 'HEAD')
    expect(await updateSkills(life, { dryRun: true })).toMatchObject([
      { outcome: 'unchanged', revision: head, message: expect.stringContaining('would name') },
    ])
    expect((await lock()).get('x')?.revision).not.toBe(head)
    expect(await updateSkills(life, {})).toMatchObject([
      { outcome: 'unchanged', revision: head, message: expect.stringContaining('now') },
    ])
    expect((await lock()).get('x')?.revision).toBe(head)
    expect((await updateSkills(life, {}))[0]?.message).toBe('')
  })
})

describe('a dry run', () => {
  it('writes nothing into a home, not even one that has no state yet', async () => {
    await add('src/x')
    await rm(inHome('state'), { recursive: true })
    await putFiles(dir, { 'src/x/SKILL.md': skillText('x', 'Newer.') })
    const before = await hashTree(dir)
    expect(codes(await updateSkills(life, { dryRun: true }))).toEqual([['x', 'would-update', null]])
    expect(codes(await removeSkills(life, { names: ['x'], dryRun: true }))).toEqual([
      ['x', 'would-remove', null],
    ])
    expect(await hashTree(dir)).toBe(before)
  })
})
