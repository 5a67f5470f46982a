import { createHash } from 'node:crypto'
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { hashTree } from '@onesoul/disk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  needsAttention,
  readSyncStatus,
  removeProjections,
  type SkillPackage,
  type SyncHomes,
  type SyncOptions,
  type SyncReport,
  type SyncRequest,
  skillTargets,
  syncSkills,
} from '../../index.ts'
import { receiptPath } from '../receipts/receipt.ts'
import { syncPlace } from './sync-place.ts'

let dir: string
let homes: SyncHomes
let request: SyncRequest
beforeEach(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), 'onesoul-sync-')))
  homes = { home: join(dir, 'person/.onesoul'), userHome: join(dir, 'person') }
  await mkdir(homes.home, { recursive: true })
  request = { skills: [skill('release')], targets: skillTargets(['claude-code'], homes.userHome) }
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const skill = (name: string, text = 'one'): SkillPackage => ({
  name,
  profile: 'own',
  version: createHash('sha256').update(`${name} ${text}`).digest('hex'),
  files: [
    { path: 'SKILL.md', bytes: Buffer.from(`# ${text}\n`), mode: 0o644 },
    { path: 'scripts/run.sh', bytes: Buffer.from('#!/bin/sh\n'), mode: 0o755 },
  ],
})

const folder = (): string => join(homes.userHome, '.claude/skills')
const at = (...path: readonly string[]): string => join(folder(), 'release', ...path)
const read = (path = at('SKILL.md')): Promise<string> => readFile(path, 'utf8')
const put = async (path: string, text: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}
const sync = (options: SyncOptions = {}, wanted = request): Promise<SyncReport> =>
  syncSkills(homes, wanted, options)
const version2 = (): SyncRequest => ({ ...request, skills: [skill('release', 'two')] })
const receipt = (): string => receiptPath(syncPlace(homes), at())
const words = ({ items }: SyncReport): readonly string[] =>
  items.map(({ outcome, reason }) => `${outcome}/${reason}`)

/** A folder with what our skill has in it, made by somebody else. */
const same = async (): Promise<void> => {
  await put(at('SKILL.md'), '# one\n')
  await put(at('scripts/run.sh'), '#!/bin/sh\n')
  await chmod(at('scripts/run.sh'), 0o755)
}
const foreign = (): Promise<void> => put(at('SKILL.md'), 'mine\n')
const adopt = async (): Promise<boolean> => true

interface Row {
  readonly what: string
  readonly before?: () => Promise<unknown>
  readonly act?: () => Promise<SyncReport>
  readonly after?: () => Promise<unknown>
}

/** Every outcome with each of its reasons; `before` makes the disk such, `after` says what must be true then. */
const ROWS: Readonly<Record<string, readonly Row[]>> = {
  'unchanged/null': [
    { what: 'a second sync', before: () => sync() },
    {
      what: 'what is offered no more, and is told',
      before: () => sync(),
      act: () => sync({}, { ...request, skills: [], whole: true }),
      after: async () => expect(await read()).toBe('# one\n'),
    },
  ],
  'unchanged/missing_target': [
    {
      what: 'taking out what no agent has',
      act: () => removeProjections(homes, { names: ['release'], targets: request.targets }),
    },
  ],
  'changed/null': [
    {
      what: 'a first sync, with modes',
      act: () => sync(),
      after: async () => {
        expect(await read()).toBe('# one\n')
        const modes = ['', 'SKILL.md', 'scripts', 'scripts/run.sh'].map((path) => stat(at(path)))
        expect((await Promise.all(modes)).map(({ mode }) => (mode & 0o7777).toString(8))).toEqual([
          '755',
          '644',
          '755',
          '755',
        ])
        expect(await readdir(folder())).toEqual(['release'])
      },
    },
    {
      what: 'a new version',
      before: () => sync(),
      act: () => sync({}, version2()),
      after: async () => expect(await read()).toBe('# two\n'),
    },
    {
      what: 'the new version written by hand, which loses nothing',
      before: async () => {
        await sync()
        await put(at('SKILL.md'), '# two\n')
      },
      act: () => sync({}, version2()),
      after: async () => expect(words(await sync({}, version2()))).toEqual(['unchanged/null']),
    },
    {
      what: 'taking out',
      before: () => sync(),
      act: () => removeProjections(homes, { names: ['release'] }),
      after: async () => {
        expect(await readdir(folder())).toEqual([])
        expect(await readdir(syncPlace(homes).receipts)).toEqual([])
        expect(await readdir(syncPlace(homes).inventory)).toHaveLength(1)
      },
    },
  ],
  'changed/missing_target': [
    {
      what: 'a folder that somebody removed',
      before: async () => {
        await sync()
        await rm(at(), { recursive: true })
      },
      after: async () => expect(await read()).toBe('# one\n'),
    },
    {
      what: 'taking out what somebody removed',
      before: async () => {
        await sync()
        await rm(folder(), { recursive: true })
      },
      act: () => removeProjections(homes, {}),
      after: async () => expect(await readdir(syncPlace(homes).receipts)).toEqual([]),
    },
  ],
  'changed/missing_receipt': [
    {
      what: 'adopting the same tree, unasked',
      before: same,
      act: () => sync({ adopt: async () => false }),
      after: async () => expect(words(await sync())).toEqual(['unchanged/null']),
    },
  ],
  'changed/collision': [
    {
      what: 'adopting another tree, which is kept',
      before: foreign,
      act: async () => {
        const report = await sync({ adopt })
        const [item] = report.items
        expect(item?.difference).toEqual({
          removed: [],
          changed: ['SKILL.md'],
          added: ['scripts/run.sh'],
        })
        expect(await read(join(item?.backup ?? '', 'SKILL.md'))).toBe('mine\n')
        return report
      },
      after: async () => expect(await read()).toBe('# one\n'),
    },
    {
      what: 'adopting a link, which is kept and not followed',
      before: async () => {
        await put(join(dir, 'person/elsewhere/SKILL.md'), 'theirs\n')
        await mkdir(folder(), { recursive: true })
        await symlink(join(dir, 'person/elsewhere'), at())
      },
      act: () => sync({ adopt }),
      after: async () => {
        expect(await read(join(dir, 'person/elsewhere/SKILL.md'))).toBe('theirs\n')
        expect((await lstat(at())).isDirectory()).toBe(true)
      },
    },
  ],
  'changed/drift': [
    {
      what: 'adopting what was edited, which is kept',
      before: async () => {
        await sync()
        await writeFile(at('SKILL.md'), 'edited\n')
      },
      act: async () => {
        const report = await sync({ adopt })
        expect(await read(join(report.items[0]?.backup ?? '', 'SKILL.md'))).toBe('edited\n')
        return report
      },
      after: async () => expect(await read()).toBe('# one\n'),
    },
  ],
  'changed/invalid_receipt': [
    {
      what: 'adopting the same tree whose receipt makes no sense',
      before: async () => {
        await sync()
        await writeFile(receipt(), '{}')
      },
      act: () => sync({ adopt }),
      after: async () => expect(words(await sync())).toEqual(['unchanged/null']),
    },
  ],
  'conflict/collision': [
    { what: 'a folder of somebody else', before: foreign },
    {
      what: 'the same, when the person says no',
      before: foreign,
      act: () => sync({ adopt: async () => false }),
    },
    { what: 'an empty folder', before: () => mkdir(at(), { recursive: true }) },
    { what: 'a file', before: () => put(at(), 'x') },
    {
      what: 'a link to the same tree',
      before: async () => {
        await same()
        await rm(join(dir, 'person/other'), { recursive: true, force: true })
        await mkdir(join(dir, 'person/other'))
        await rm(at(), { recursive: true })
        await symlink(join(dir, 'person/other'), at())
      },
    },
    {
      what: 'a folder that comes at the last moment',
      act: () => sync({ onStep: async (step) => (step === 'swap-begun' ? foreign() : undefined) }),
      after: async () => expect(await readdir(folder())).toEqual(['release']),
    },
  ],
  'conflict/missing_receipt': [
    { what: 'the same tree without a receipt', before: same },
    {
      what: 'taking out a folder of somebody else',
      before: foreign,
      act: () => removeProjections(homes, { names: ['release'], targets: request.targets }),
    },
    {
      what: 'taking out what has lost its receipt',
      before: async () => {
        await sync()
        await rm(receipt())
      },
      act: () => removeProjections(homes, { names: ['release'], targets: request.targets }),
    },
  ],
  'conflict/invalid_receipt': [
    ...Object.entries({
      'an unknown field': (text: string) => text.replace('{', '{"more": 1,'),
      'another schema version': (text: string) => text.replace('": 1', '": 2'),
      'another name': (text: string) => text.replaceAll('release', 'retreat'),
      'no JSON': () => '{',
    }).map(([what, edit]) => ({
      what: `a receipt with ${what}`,
      before: async () => {
        await sync()
        await writeFile(receipt(), edit(await read(receipt())))
      },
    })),
    {
      what: 'taking out by such a receipt',
      before: async () => {
        await sync()
        await writeFile(receipt(), '[]')
      },
      act: () => removeProjections(homes, { names: ['release'], targets: request.targets }),
      after: async () => expect(await read()).toBe('# one\n'),
    },
  ],
  'drift/drift': [
    ...Object.entries({
      'an edited file': () => writeFile(at('SKILL.md'), 'edited\n'),
      'another file': () => writeFile(at('NOTES.md'), 'x'),
      'another mode': () => chmod(at('SKILL.md'), 0o600),
      'a link in place of a file': async () => {
        await rm(at('SKILL.md'))
        await symlink('/etc/hostname', at('SKILL.md'))
      },
    }).map(([what, edit]) => ({
      what,
      before: async () => {
        await sync()
        await edit()
      },
    })),
    {
      what: 'taking out what was edited',
      before: async () => {
        await sync()
        await writeFile(at('SKILL.md'), 'edited\n')
      },
      act: () => removeProjections(homes, {}),
      after: async () => expect(await read()).toBe('edited\n'),
    },
    {
      what: 'an edit at the last moment',
      before: () => sync(),
      act: () =>
        sync(
          {
            onStep: async (step) =>
              step === 'swap-begun' ? put(at('SKILL.md'), 'late\n') : undefined,
          },
          version2(),
        ),
      after: async () => expect(await read()).toBe('late\n'),
    },
    {
      what: 'an edit at the last moment before it is taken out',
      before: () => sync(),
      act: () =>
        removeProjections(
          homes,
          {},
          {
            onStep: async (step) =>
              step === 'swap-begun' ? put(at('SKILL.md'), 'late\n') : undefined,
          },
        ),
      after: async () => expect(await read()).toBe('late\n'),
    },
  ],
  'failed/unsupported_worker': [
    {
      what: 'an agent without a folder of skills',
      act: () => sync({}, { ...request, targets: skillTargets(['acp'], homes.userHome) }),
    },
  ],
  'failed/root_outside_home': [
    {
      what: 'a folder of skills that is a link out of the home directory',
      before: async () => {
        await mkdir(join(dir, 'outside'))
        await mkdir(dirname(folder()))
        await symlink(join(dir, 'outside'), folder())
      },
      after: async () => expect(await readdir(join(dir, 'outside'))).toEqual([]),
    },
    {
      what: 'one that leads into the home of OneSoul',
      before: async () => {
        await mkdir(join(homes.home, 'skills'))
        await mkdir(dirname(folder()))
        await symlink(join(homes.home, 'skills'), folder())
      },
    },
    {
      what: 'a target that is named outside',
      act: () =>
        sync({}, { ...request, targets: [{ agents: ['x'], folder: join(dir, 'y/skills') }] }),
    },
    {
      what: 'taking out by a receipt whose folder became a link',
      before: async () => {
        await sync()
        await mkdir(join(dir, 'outside'))
        await rm(folder(), { recursive: true })
        await symlink(join(dir, 'outside'), folder())
        await put(join(dir, 'outside/release/SKILL.md'), 'theirs')
      },
      act: () => removeProjections(homes, {}),
      after: async () => expect(await readdir(join(dir, 'outside'))).toEqual(['release']),
    },
  ],
  'failed/missing_target': [
    { what: 'a file in place of the folder of skills', before: () => put(folder(), 'x') },
    {
      what: 'a link that leads nowhere',
      before: async () => {
        await mkdir(dirname(folder()))
        await symlink(join(dir, 'person/nowhere'), folder())
      },
    },
    {
      what: 'a staged tree that is not what was written',
      act: () =>
        sync({
          onStep: async (step) => {
            if (step === 'work-begun') await rm(folder(), { recursive: true })
          },
        }),
      after: async () => expect(await readdir(syncPlace(homes).journal)).toEqual([]),
    },
  ],
  'failed/invalid_package': [
    ...Object.entries({
      'a file that leads out': [{ path: '../x', bytes: Buffer.from('x'), mode: 0o644 as const }],
      'an absolute file': [{ path: '/x', bytes: Buffer.from('x'), mode: 0o644 as const }],
      'two files that differ by case': [
        { path: 'a.md', bytes: Buffer.from('x'), mode: 0o644 as const },
        { path: 'A.md', bytes: Buffer.from('x'), mode: 0o644 as const },
      ],
      'a file that is a folder as well': [
        { path: 'scripts', bytes: Buffer.from('x'), mode: 0o644 as const },
      ],
      'a mode of its own': [{ path: 'x', bytes: Buffer.from('x'), mode: 0o777 as 0o755 }],
    }).map(([what, files]) => ({
      what,
      act: () => {
        const base = skill('release')
        return sync({}, { ...request, skills: [{ ...base, files: [...base.files, ...files] }] })
      },
      after: async () => expect(await readdir(homes.userHome)).toEqual(['.onesoul']),
    })),
    {
      what: 'a name that leads out',
      act: () => sync({}, { ...request, skills: [{ ...skill('release'), name: '../release' }] }),
    },
    {
      what: 'a skill that could not be read',
      act: () =>
        sync(
          {},
          { ...request, skills: [{ name: 'release', profile: 'own', fault: 'x is a link' }] },
        ),
    },
  ],
  'failed/inventory_blocked': [
    {
      what: 'an inventory that was edited',
      before: async () => {
        await sync()
        const { inventory } = syncPlace(homes)
        await writeFile(join(inventory, skill('release').version, 'release/SKILL.md'), 'edited')
      },
      after: async () => expect(await read()).toBe('# one\n'),
    },
    { what: 'a file in its place', before: () => put(syncPlace(homes).inventory, 'x') },
  ],
  'failed/receipt_write_failed': [
    {
      what: 'no room for a receipt: what was new is taken back',
      act: () =>
        sync({ onStep: async (step) => (step === 'new-moved' ? blockReceipts() : undefined) }),
      after: async () => expect(await readdir(folder())).toEqual([]),
    },
    {
      what: 'the same with an older version, which is put back',
      before: () => sync(),
      act: () =>
        sync(
          { onStep: async (step) => (step === 'new-moved' ? blockReceipts() : undefined) },
          version2(),
        ),
      after: async () => {
        expect(await read()).toBe('# one\n')
        expect(await readdir(folder())).toEqual(['release'])
      },
    },
  ],
  'failed/rollback_failed': [
    {
      what: 'what stood there is gone when it should be put back',
      before: () => sync(),
      act: () =>
        sync(
          {
            onStep: async (step) => {
              if (step !== 'new-moved') return
              await blockReceipts()
              for (const name of await readdir(folder())) {
                if (name !== 'release') await rm(join(folder(), name, 'old'), { recursive: true })
              }
            },
          },
          version2(),
        ),
      after: async () => {
        expect((await readSyncStatus(homes, request)).pending).toEqual([])
      },
    },
  ],
}

/** Nothing can be written below it from now on, not even by root. */
const blockReceipts = async (): Promise<void> => {
  const { receipts } = syncPlace(homes)
  await rm(receipts, { recursive: true, force: true })
  await writeFile(receipts, 'x')
}

describe('syncSkills and removeProjections', () => {
  const rows = Object.entries(ROWS).flatMap(([words, all]) => all.map((row) => ({ words, ...row })))
  it.each(rows)('$words: $what', async ({ words: expected, before, act = () => sync(), after }) => {
    await before?.()
    const report = await act()
    expect(words(report)).toEqual([expected])
    expect(report.items[0]?.message).not.toMatch(/\.$/)
    expect(needsAttention(report, true)).toBe(/^(?:conflict|drift|failed)/.test(expected))
    await after?.()
  })
})

describe('readSyncStatus', () => {
  it.each([
    'conflict/collision',
    'conflict/missing_receipt',
    'drift/drift',
    'failed/root_outside_home',
  ])('says %s before anything is written, and writes nothing', async (expected) => {
    for (const { before, act } of ROWS[expected] ?? []) {
      if (before === undefined || act !== undefined) continue
      await rm(homes.userHome, { recursive: true })
      await rm(join(dir, 'outside'), { recursive: true, force: true })
      await mkdir(homes.home, { recursive: true })
      await before()
      const hash = await hashTree(dir)
      expect(words(await readSyncStatus(homes, request))).toEqual([expected])
      expect(await hashTree(dir)).toBe(hash)
    }
  })

  it('writes nothing whatever is to be done', async () => {
    const before = await hashTree(dir)
    expect(words(await readSyncStatus(homes, request))).toEqual(['changed/null'])
    await removeProjections(homes, {}, { dryRun: true })
    await removeProjections(homes, { names: ['release'] })
    expect(await hashTree(dir)).toBe(before)
    await sync()
    const after = await hashTree(dir)
    expect(words(await readSyncStatus(homes, version2()))).toEqual(['changed/null'])
    expect(words(await removeProjections(homes, {}, { dryRun: true }))).toEqual(['changed/null'])
    expect(await hashTree(dir)).toBe(after)
  })
})

describe('targets', () => {
  it('is one folder for agents that share it, and for a link to another', async () => {
    await mkdir(join(homes.userHome, '.agents/skills'), { recursive: true })
    await mkdir(join(homes.userHome, '.claude'))
    await symlink('../.agents/skills', folder())
    const targets = skillTargets(['claude-code', 'opencode', 'codex'], homes.userHome)
    const { items } = await sync({}, { ...request, targets })
    expect(items.map(({ target, aliases }) => [target, aliases])).toEqual([
      [join(homes.userHome, '.agents/skills'), ['claude-code', 'codex', 'opencode']],
    ])
  })

  it('keeps for one agent what is taken out for another', async () => {
    await sync({}, { ...request, targets: skillTargets(['codex', 'opencode'], homes.userHome) })
    const first = await removeProjections(homes, { agents: ['codex'] })
    expect(first.items[0]?.message).toBe('it stays for opencode')
    const shared = join(homes.userHome, '.agents/skills')
    expect(await readdir(shared)).toEqual(['release'])
    await removeProjections(homes, { agents: ['claude-code'] })
    expect(await readdir(shared)).toEqual(['release'])
    await removeProjections(homes, { agents: ['opencode'] })
    expect(await readdir(shared)).toEqual([])
  })

  it('has a receipt for each skill of a folder', async () => {
    await sync({}, { ...request, skills: [skill('a'), skill('b')] })
    await removeProjections(homes, { names: ['a'] })
    expect(await readdir(folder())).toEqual(['b'])
  })

  it('serialises syncs at the same time, and ends as after one of them', async () => {
    const each = ['one', 'two', 'three', 'four'].map((text) =>
      sync({}, { ...request, skills: [skill('release', text), skill('other', text)] }),
    )
    const reports = await Promise.all([...each, removeProjections(homes, { names: ['other'] })])
    expect(reports.flatMap(words).filter((word) => !/^(?:un)?changed/.test(word))).toEqual([])
    const text = (await read()).slice(2, -1)
    expect(words(await sync({}, { ...request, skills: [skill('release', text)] }))).toEqual([
      'unchanged/null',
    ])
    expect((await readdir(folder())).filter((name) => name.startsWith('.'))).toEqual([])
  })
})
