import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hashTree } from '@onesoul/disk'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSyncStatus, removeProjections, type SyncHomes, syncSkills } from '../../index.ts'
import { packagesOf, type RandomChange, randomChange } from './fixtures/random-changes.ts'

/** A kill loses nothing that was written, so that nothing has to wait for a disk. */
const MEMORY = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

let dir: string
let child: string
beforeAll(async () => {
  dir = await realpath(await mkdtemp(join(MEMORY, 'onesoul-kill-')))
  child = join(dir, 'child/child.mjs')
  // A child on Node 20 cannot load TypeScript, and starts twice as fast from one file.
  await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['@onesoul/source', 'node', 'import', 'default'] },
    ssr: {
      noExternal: true,
      resolve: { conditions: ['@onesoul/source', 'node', 'import', 'default'] },
    },
    build: {
      ssr: fileURLToPath(new URL('fixtures/sync-child.ts', import.meta.url)),
      outDir: join(dir, 'child'),
      target: 'node20.19',
      rollupOptions: { output: { entryFileNames: 'child.mjs' } },
    },
  })
}, 60_000)
afterAll(() => rm(dir, { recursive: true, force: true }))

/** A home directory with folders of somebody else beside and among those that are synced. */
const createHomes = async (lane: number): Promise<SyncHomes> => {
  const userHome = join(dir, `person-${lane}`)
  for (const folder of ['.claude/skills', '.agents/skills']) {
    await mkdir(join(userHome, folder, 'theirs/references'), { recursive: true })
    await writeFile(join(userHome, folder, 'theirs/SKILL.md'), '# theirs\n')
    await symlink('../SKILL.md', join(userHome, folder, 'theirs/references/link.md'))
    await writeFile(join(userHome, folder, 'README.md'), 'x')
  }
  await mkdir(join(userHome, '.onesoul'))
  return { home: join(userHome, '.onesoul'), userHome }
}

const hashForeign = ({ userHome }: SyncHomes): Promise<readonly string[]> =>
  Promise.all(
    ['.claude/skills', '.agents/skills'].map((folder) =>
      hashTree(join(userHome, folder), {
        exclude: ['alpha', 'beta'],
      }),
    ),
  )

/** The step that the child died at; `''` when it had fewer. */
const runAndKill = (change: RandomChange): Promise<string> =>
  new Promise((done, fail) => {
    execFile(process.execPath, [child, JSON.stringify(change)], (error, stdout, stderr) => {
      if (error && error.signal !== 'SIGKILL') fail(new Error(stderr))
      else done(stdout)
    })
  })

/** Kills of processes cost a third of a second each: `ONESOUL_KILLS=200` has as many as nobody waits for every day. */
// biome-ignore lint/style/noProcessEnv: whoever starts the test may want more of it.
const { ONESOUL_KILLS } = process.env
const PER_LANE = Math.ceil(Number(ONESOUL_KILLS ?? 70) / 2)

describe('a sync after a kill', () => {
  it('finds what random changes left, killed at every step, and mends it without touching what others wrote', {
    timeout: 600_000,
    tags: ['long'],
  }, async () => {
    const seen = new Set<string>()
    const lane = async (which: number): Promise<void> => {
      const homes = await createHomes(which)
      const foreign = await hashForeign(homes)
      for (let seed = which * 100; seed < which * 100 + PER_LANE; seed++) {
        const change = randomChange(homes, seed)
        const step = await runAndKill(change)
        seen.add(step)
        const request = { skills: packagesOf(change), targets: change.request.targets }
        const status = await readSyncStatus(homes, request)
        const context = `seed ${seed}, ${change.action}, killed at ${step}`
        expect(
          status.items.map(({ outcome }) => outcome),
          context,
        ).not.toContain('drift')
        expect(
          status.items.map(({ outcome }) => outcome),
          context,
        ).not.toContain('conflict')
        if (change.action === 'remove') await removeProjections(homes, { names: change.names })
        else await syncSkills(homes, request)
        const after = await readSyncStatus(homes, request)
        expect(after.pending, context).toEqual([])
        const there = change.action === 'remove' ? 'changed' : 'unchanged'
        expect(new Set(after.items.map(({ outcome }) => outcome)), context).toEqual(
          new Set([there]),
        )
        expect(await hashForeign(homes), context).toEqual(foreign)
        const left = await readdir(join(homes.home, 'state/skills/journal')).catch(() => [])
        expect(left, context).toEqual([])
      }
    }
    await Promise.all([lane(0), lane(1)])
    expect([...seen].sort()).toEqual([
      '',
      'committed',
      'file-staged',
      'folder-synced',
      'inventory-kept',
      'inventory-staged',
      'journal-removed',
      'journal-written',
      'new-moved',
      'old-moved',
      'receipt-changed',
      'swap-begun',
      'tree-staged',
      'work-begun',
      'work-removed',
    ])
  })
})
