import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { hashTree, processIdentity } from '@onesoul/disk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  needsAttention,
  readPackage,
  readProjections,
  readSyncStatus,
  removeProjections,
  type SyncHomes,
  type SyncOptions,
  type SyncReport,
  type SyncRequest,
  skillTargets,
  syncSkills,
} from '../../index.ts'
import { receiptPath } from '../receipts/receipt.ts'
import { checkPackage } from './check-package.ts'
import type { SkillPackage } from './skill-package.ts'
import { type SyncStep, syncPlace } from './sync-place.ts'

/** Nothing here is about a disk that is slow. */
const MEMORY = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

let dir: string
let homes: SyncHomes
let request: SyncRequest
beforeEach(async () => {
  dir = await realpath(await mkdtemp(join(MEMORY, 'onesoul-hostile-')))
  homes = { home: join(dir, 'person/.onesoul'), userHome: join(dir, 'person') }
  await mkdir(homes.home, { recursive: true })
  request = { skills: [skill('release')], targets: skillTargets(['claude-code'], homes.userHome) }
  await put(join(folder(), 'theirs/SKILL.md'), 'theirs\n')
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const skill = (name: string, text = 'one'): SkillPackage => ({
  name,
  profile: 'own',
  version: text,
  files: [
    { path: 'SKILL.md', bytes: Buffer.from(`# ${text}\n`), mode: 0o644 },
    { path: 'scripts/run.sh', bytes: Buffer.from('#!/bin/sh\n'), mode: 0o755 },
  ],
})
const folder = (): string => join(homes.userHome, '.claude/skills')
const at = (...path: readonly string[]): string => join(folder(), 'release', ...path)
const inState = (...path: readonly string[]): string => join(homes.home, 'state/skills', ...path)
const namesIn = (path: string): Promise<string[]> => readdir(path).catch(() => [])
async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}
const sync = (options: SyncOptions = {}, wanted = request): Promise<SyncReport> =>
  syncSkills(homes, wanted, options)
const version2 = (): SyncRequest => ({ ...request, skills: [skill('release', 'two')] })
const adopt = async (): Promise<boolean> => true
const words = ({ items }: SyncReport): readonly string[] =>
  items.map(({ outcome, reason }) => `${outcome}/${reason}`)
const foreign = (): Promise<void> => put(at('SKILL.md'), 'mine\n')

/** Nothing of a change is left, and what others wrote is what it was. */
async function expectClean(): Promise<void> {
  expect((await namesIn(folder())).filter((name) => name.startsWith('.'))).toEqual([])
  expect(await readdir(join(folder(), 'theirs'))).toEqual(['SKILL.md'])
  expect(await namesIn(inState('journal'))).toEqual([])
  expect((await namesIn(inState('backups'))).filter((name) => name.includes('.'))).toEqual([])
  expect((await namesIn(inState('inventory'))).filter((name) => name.includes('.'))).toEqual([])
}

type Work = (options: SyncOptions) => Promise<SyncReport>

async function stepsOf(work: Work): Promise<readonly SyncStep[]> {
  const steps: SyncStep[] = []
  await work({ onStep: (step) => void steps.push(step) })
  return steps
}

/** Does a piece of work that stops at its n-th step as by a kill: nothing behind it runs. */
async function killedAt(wanted: number, work: Work): Promise<void> {
  let count = 0
  await new Promise<void>((killed, fail) => {
    const onStep = (): Promise<void> | undefined => {
      if (++count !== wanted) return undefined
      killed()
      return new Promise(() => undefined)
    }
    work({ onStep }).then(() => fail(new Error('it was not killed')), fail)
  })
  await rm(syncPlace(homes).lock)
}

async function restore(): Promise<void> {
  await rm(homes.userHome, { recursive: true })
  execFileSync('cp', ['-a', join(dir, 'before'), homes.userHome])
}

interface Scene {
  readonly what: string
  readonly before: () => Promise<unknown>
  readonly work: Work
  /** One of the steps that it must have. */
  readonly has: SyncStep
  /** What else it is tried with: each costs as many syncs as it has steps. */
  readonly also: readonly ('disk' | 'link')[]
}

const SCENES: readonly Scene[] = [
  {
    what: 'a sync --adopt over the folder of somebody',
    before: () => foreign(),
    work: (options) => sync({ ...options, adopt }),
    has: 'backup-kept',
    also: ['disk', 'link'],
  },
  {
    what: 'a sync --adopt over an edited copy',
    before: async () => {
      await sync()
      await appendFile(at('SKILL.md'), 'mine\n')
    },
    work: (options) => sync({ ...options, adopt }, version2()),
    has: 'backup-kept',
    also: [],
  },
  {
    what: 'a sync that replaces',
    before: () => sync(),
    work: (options) => sync(options, version2()),
    has: 'old-moved',
    also: ['disk'],
  },
  {
    what: 'a first sync',
    before: async () => undefined,
    work: (options) => sync(options),
    has: 'inventory-kept',
    also: [],
  },
  {
    what: 'an unsync',
    before: () => sync(),
    work: ({ onStep }) => removeProjections(homes, {}, onStep ? { onStep } : {}),
    has: 'old-moved',
    also: ['disk', 'link'],
  },
]

describe.each(SCENES)('$what', ({ before, work, has, also }) => {
  /** The trees that may stand there afterwards: the one before, the one that was wanted, or none. */
  const treeNow = (): Promise<string | null> => hashTree(at()).catch(() => null)
  const begin = async (): Promise<{
    readonly first: string | null
    readonly steps: readonly SyncStep[]
    readonly last: string | null
  }> => {
    await before()
    execFileSync('cp', ['-a', homes.userHome, join(dir, 'before')])
    const first = await treeNow()
    const steps = await stepsOf(work)
    return { first, steps, last: await treeNow() }
  }

  it('leaves the old tree or the new one when it is killed at any step, and loses nothing', async () => {
    const { first, steps, last } = await begin()
    expect(steps).toContain(has)
    for (let step = 1; step <= steps.length; step++) {
      await restore()
      await killedAt(step, work)
      const context = `killed at ${steps[step - 1]}`
      await removeProjections(homes, { names: ['nothing'] })
      await expectClean()
      const now = await treeNow()
      expect([first, last], context).toContain(now)
      const kept = await Promise.all(
        (await namesIn(inState('backups'))).map((name) => hashTree(inState('backups', name))),
      )
      const isSafe = now === first || kept.includes(first ?? '') || has !== 'backup-kept'
      expect(isSafe, context).toBe(true)
      expect((await work({})).pending).toEqual([])
      expect(await treeNow(), context).toBe(last)
    }
  })

  it.runIf(also.includes('disk'))(
    'leaves the old tree with a reason when the disk is full at any step, and comes to its end the next time',
    async () => {
      const { first, steps, last } = await begin()
      for (const [index, step] of steps.entries()) {
        // Tests of the inventory are beside it; behind the receipt nothing can fail that matters.
        if (step === 'inventory-kept') continue
        await restore()
        let count = 0
        const report = await work({
          onStep: () => {
            if (count++ !== index) return
            throw Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'write' })
          },
        })
        const [item] = report.items
        if (item?.outcome === 'failed') {
          expect(item.message, step).toContain('the disk is full (ENOSPC)')
          expect(await treeNow(), step).toBe(first)
          await expectClean()
        } else {
          expect(item?.outcome, step).toBe('changed')
          expect(await treeNow(), step).toBe(last)
        }
        await work({})
        expect(await treeNow(), step).toBe(last)
        await expectClean()
      }
    },
  )

  it.runIf(also.includes('link'))(
    'does not write where a link leads that was put in its way at any step',
    async () => {
      const { first, steps, last } = await begin()
      const elsewhere = join(dir, 'elsewhere')
      for (const [index, step] of steps.entries()) {
        await restore()
        await rm(elsewhere, { recursive: true, force: true })
        await put(join(elsewhere, 'release/SKILL.md'), 'of somebody else\n')
        const untouched = await hashTree(elsewhere)
        let count = 0
        await work({
          onStep: async () => {
            if (count++ !== index) return
            await rename(folder(), `${folder()}-moved`)
            await symlink(elsewhere, folder())
          },
        })
        expect(await hashTree(elsewhere), step).toBe(untouched)
        const left = await namesIn(inState('journal'))
        if (left.length > 0) {
          const again = await sync()
          expect(again.pending, step).toMatchObject([
            { fault: expect.stringContaining('put it back') },
          ])
          expect(needsAttention(again, true)).toBe(true)
          expect(await hashTree(elsewhere), step).toBe(untouched)
        }
        await rm(folder())
        await rename(`${folder()}-moved`, folder())
        await removeProjections(homes, { names: ['nothing'] })
        await expectClean()
        expect([first, last, null], step).toContain(await treeNow())
      }
    },
  )
})

describe('a journal', () => {
  const ID = 'a'.repeat(24)
  const T = 'b'.repeat(64)
  const written = (change: object): string =>
    JSON.stringify({
      ...{ schemaVersion: 1, id: ID, action: 'remove', name: 'theirs', target: folder() },
      ...{ before: T, receipt: null, owner: { pid: 999_999_999, birth: null }, ...change },
    })
  const RECEIPT = { name: 'theirs', profile: 'own', version: '1', aliases: ['codex'] }
  const HASHES = { manifestHash: T, treeHash: T }

  const FORGED: Readonly<Record<string, () => string>> = {
    'that was cut off': () => written({}).slice(0, 40),
    'of another kind': () => '[]',
    'of a newer version': () => written({ schemaVersion: 2 }),
    'with a foreign key': () => written({ more: 1 }),
    'with an inherited key': () => written({}).replace('{', '{"__proto__": {},'),
    'for another file': () => written({ id: 'c'.repeat(24) }),
    'with a way out': () => written({ name: '../theirs' }),
    'with a relative folder': () => written({ target: 'skills' }),
    'with a receipt of another skill': () =>
      written({ action: 'write', receipt: { ...RECEIPT, ...HASHES, target: folder(), name: 'x' } }),
    'with a receipt of another folder': () =>
      written({ action: 'write', receipt: { ...RECEIPT, ...HASHES, target: '/elsewhere' } }),
    'that writes without a receipt': () => written({ action: 'write' }),
  }
  it.each(Object.keys(FORGED))('%s is told, and left with all it speaks of', async (what) => {
    await put(inState('journal', `${ID}.json`), FORGED[what]?.() ?? '')
    const before = await hashTree(homes.userHome)
    const status = await readSyncStatus(homes, request)
    expect(status.faults).toMatchObject([expect.stringContaining(`${ID}.json`)])
    expect((await readProjections(homes)).faults).toEqual(status.faults)
    expect(await hashTree(homes.userHome)).toBe(before)
    const done = await sync()
    expect([words(done), done.faults]).toEqual([['changed/null'], status.faults])
    expect(needsAttention(done, true)).toBe(true)
    expect(await namesIn(inState('journal'))).toEqual([`${ID}.json`])
    expect(await readFile(join(folder(), 'theirs/SKILL.md'), 'utf8')).toBe('theirs\n')
  })

  const OUTSIDE: Readonly<Record<string, () => Promise<string>>> = {
    'outside of the home directory': async () => {
      await put(join(dir, 'outside/theirs/SKILL.md'), 'theirs\n')
      await put(join(dir, `outside/.onesoul-${ID}/swap/x`), 'theirs\n')
      return join(dir, 'outside')
    },
    'in the home of OneSoul': async () => {
      await put(join(homes.home, `skills/.onesoul-${ID}/swap/x`), 'theirs\n')
      return join(homes.home, 'skills')
    },
    'behind a link': async () => {
      await put(join(homes.userHome, `real/.onesoul-${ID}/swap/x`), 'theirs\n')
      await symlink('real', join(homes.userHome, 'link'))
      return join(homes.userHome, 'link')
    },
    'behind a link in a circle': async () => {
      await symlink('circle', join(homes.userHome, 'circle'))
      return join(homes.userHome, 'circle')
    },
  }
  it.each(Object.keys(OUTSIDE))('for a folder %s is told, and not followed', async (what) => {
    const target = (await OUTSIDE[what]?.()) ?? ''
    await put(inState('journal', `${ID}.json`), written({ target }))
    const before = await hashTree(dir, { exclude: ['person/.onesoul/state'] })
    const expected = [{ name: 'theirs', target, fault: expect.any(String) }]
    expect((await readSyncStatus(homes, request)).pending).toMatchObject(expected)
    const done = await removeProjections(homes, { names: ['nothing'] })
    expect(done.pending).toMatchObject(expected)
    expect(needsAttention(done, true)).toBe(true)
    expect(await hashTree(dir, { exclude: ['person/.onesoul/state'] })).toBe(before)
    expect(words(await sync())).toEqual(['changed/null'])
  })

  it('of a process that lives is not told by a status, and is mended under the lock', async () => {
    const owner = (await processIdentity(process.pid)) ?? { pid: process.pid, birth: null }
    await put(inState('journal', `${ID}.json`), written({ name: 'gone', owner }))
    expect((await readSyncStatus(homes, request)).pending).toEqual([])
    expect((await sync()).pending).toMatchObject([{ name: 'gone', fault: null }])
    await expectClean()
  })
})

describe('a receipt', () => {
  const edit = async (change: (text: string) => string): Promise<void> => {
    await sync()
    const path = receiptPath(syncPlace(homes), at())
    await writeFile(path, change(await readFile(path, 'utf8')))
  }
  const CHANGES: Readonly<Record<string, (text: string) => string>> = {
    'that was cut off': (text) => text.slice(0, 60),
    'of a newer version': (text) => text.replace('"schemaVersion": 1', '"schemaVersion": 2'),
    'with a way out': (text) => text.replace('"name": "release"', '"name": "../release"'),
    'with a relative folder': (text) => text.replace(/"target": ".*"/, '"target": "skills"'),
    'for another folder': (text) => text.replace(/"target": ".*"/, '"target": "/etc"'),
    'with a way around': (text) => text.replace('/.claude/', '/.claude/../x/'),
    'with the key __proto__': (text) => text.replace('{', '{"__proto__": {},'),
    'with the key constructor': (text) => text.replace('{', '{"constructor": {},'),
  }
  it.each(Object.keys(CHANGES))('%s proves nothing', async (what) => {
    await edit(CHANGES[what] ?? String)
    const before = await hashTree(folder())
    expect(words(await readSyncStatus(homes, request))).toEqual(['conflict/invalid_receipt'])
    expect(words(await sync())).toEqual(['conflict/invalid_receipt'])
    expect(
      words(await removeProjections(homes, { names: ['release'], targets: request.targets })),
    ).toEqual(['conflict/invalid_receipt'])
    expect(await hashTree(folder())).toBe(before)
    expect((await readProjections(homes)).unproved).toHaveLength(1)
    expect(words(await sync({ adopt }))).toEqual(['changed/invalid_receipt'])
    expect(words(await sync())).toEqual(['unchanged/null'])
  })

  it('with another hash makes its tree one that was edited', async () => {
    await edit((text) => text.replace(/"treeHash": "../, '"treeHash": "00'))
    expect(words(await removeProjections(homes, {}))).toEqual(['drift/drift'])
    expect(await readFile(at('SKILL.md'), 'utf8')).toBe('# one\n')
  })

  it('is missed when the folder of receipts is none', async () => {
    await sync()
    await rm(inState('receipts'), { recursive: true })
    await writeFile(inState('receipts'), 'x')
    expect((await readProjections(homes)).unproved).toMatchObject([
      expect.stringContaining('receipts'),
    ])
    expect(words(await sync())).toEqual(['conflict/invalid_receipt'])
    expect(await readFile(at('SKILL.md'), 'utf8')).toBe('# one\n')
  })
})

describe('what is left or in the way', () => {
  it('among backups, inventory and journals is cleared away or told', async () => {
    await put(inState('backups', `${'a'.repeat(16)}.new`, 'x'), 'half')
    await put(inState('inventory', '.new-aaa', 'x'), 'half')
    await put(inState('inventory', 'one', 'other', 'SKILL.md'), 'garbage')
    await put(inState('inventory', 'README'), 'garbage')
    expect(words(await sync())).toEqual(['changed/null'])
    await expectClean()
  })

  it('cannot be kept, as a pipe, and then is not replaced', async () => {
    await foreign()
    execFileSync('mkfifo', [at('pipe')])
    const report = await sync({ adopt })
    expect(words(report)).toEqual(['failed/missing_target'])
    expect(await readdir(at())).toEqual(['SKILL.md', 'pipe'])
    await expectClean()
  })
})

const isRoot = process.platform === 'linux' && process.getuid?.() === 0
describe.runIf(isRoot)('a disk of somebody else (needs root, to mount it)', () => {
  const mounted = async (
    place: string,
    options: string,
    work: () => Promise<unknown>,
  ): Promise<void> => {
    await mkdir(place, { recursive: true })
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', place])
    try {
      await work()
    } finally {
      execFileSync('umount', [place])
    }
  }
  const big = (): SyncRequest => {
    const files = [
      ...skill('release').files,
      { path: 'big.md', bytes: Buffer.alloc(300_000), mode: 0o644 as const },
    ]
    return { ...request, skills: [{ ...skill('release', 'big'), files }] }
  }

  it('that is full below the folder of skills keeps the old tree', () =>
    mounted(join(homes.userHome, '.claude'), 'size=200k', async () => {
      await sync()
      const report = await sync({}, big())
      expect(words(report)).toEqual(['failed/missing_target'])
      expect(report.items[0]?.message).toContain('the disk is full (ENOSPC)')
      expect(await readFile(at('SKILL.md'), 'utf8')).toBe('# one\n')
      expect(await readdir(folder())).toEqual(['release'])
      expect(words(await sync({}, version2()))).toEqual(['changed/null'])
    }))

  it('that is full below the home keeps the old tree', () =>
    mounted(homes.home, 'size=200k', async () => {
      await sync()
      expect(words(await sync({}, big()))).toEqual(['failed/inventory_blocked'])
      expect(words(await sync())).toEqual(['unchanged/null'])
      await foreign()
      await put(at('big.md'), 'x'.repeat(300_000))
      const before = await hashTree(folder())
      expect(words(await sync({ adopt }))).toEqual(['failed/missing_target'])
      expect(await hashTree(folder())).toBe(before)
      await expectClean()
    }))

  it('that became read-only is said to be', () =>
    mounted(join(homes.userHome, '.claude'), 'size=1m', async () => {
      await sync()
      execFileSync('mount', ['-o', 'remount,ro', join(homes.userHome, '.claude')])
      const report = await sync({}, version2())
      expect(words(report)).toEqual(['failed/missing_target'])
      expect(report.items[0]?.message).toContain('read-only (EROFS)')
      expect(words(await removeProjections(homes, {}))).toEqual(['failed/missing_target'])
      expect(await namesIn(inState('journal'))).toEqual([])
      expect(words(await readSyncStatus(homes, request))).toEqual(['unchanged/null'])
    }))
})

describe('readPackage', () => {
  it('gives the old skill or the new one when another takes its place meanwhile', async () => {
    for (const which of ['old', 'new']) {
      for (let file = 0; file < 40; file++) await put(join(dir, which, `f${file}.md`), which)
    }
    await rename(join(dir, 'old'), join(dir, 'x'))
    let swapped = false
    const swaps = (async () => {
      await new Promise((done) => setTimeout(done, 2))
      await rename(join(dir, 'x'), join(dir, 'gone'))
      await rename(join(dir, 'new'), join(dir, 'x'))
      swapped = true
    })()
    const seen = new Set<string>()
    do {
      const read = await readPackage(join(dir, 'x'), 'x')
      if ('fault' in read) continue
      const texts = read.files.map(({ bytes }) => Buffer.from(bytes).toString())
      expect(new Set(texts).size).toBe(1)
      seen.add(texts[0] ?? '')
    } while (!swapped || !seen.has('new'))
    await swaps
  })

  it('calls a skill.md what every agent calls it, and refuses two', async () => {
    await put(join(dir, 'x/skill.md'), 'x')
    const one = await readPackage(join(dir, 'x'), 'x')
    expect(
      'files' in one ? [one.files.map(({ path }) => path), checkPackage(one)] : one.fault,
    ).toEqual([['SKILL.md'], null])
    await put(join(dir, 'x/Skill.md'), 'y')
    const two = await readPackage(join(dir, 'x'), 'x')
    expect('files' in two && checkPackage(two)).toMatch(/no SKILL.md|twice/)
  })

  it.each(['con', 'nul', 'com1', 'lpt9'])('gives no agent a skill that is called %s', (name) => {
    expect(checkPackage(skill(name))).toContain('no name of a skill')
  })
})
