import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareState, type StateLayout, stateLayout } from '@onesoul/disk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { storedSession } from './fixtures/stored-session.ts'
import { DAY_MS, pruneSessions } from './prune-sessions.ts'
import { createSessionStore, type SessionStore } from './session-store.ts'

const NOW = Date.parse('2026-12-01T00:00:00.000Z')

let dir: string
let layout: StateLayout
let store: SessionStore
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'onesoul-prune-'))
  layout = stateLayout(dir)
  await prepareState(dir)
  store = createSessionStore(layout)
  for (const days of [0, 29, 30, 31, 400]) {
    const lastUsedAt = new Date(NOW - days * DAY_MS).toISOString()
    await (await store.begin(storedSession(`used-${days}`, { lastUsedAt }))).release()
  }
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const prune = (olderThanDays: number, dryRun = false) =>
  pruneSessions(store, { layout, olderThanDays, dryRun, now: NOW })

describe('pruneSessions', () => {
  it('removes what was not used for so many days, the oldest first', async () => {
    const { removed, inUse } = await prune(30)
    expect(removed.map(({ id }) => id)).toEqual(['used-400', 'used-31', 'used-30'])
    expect(removed.every(({ bytes }) => bytes > 100)).toBe(true)
    expect(inUse).toEqual([])
    expect((await readdir(layout.sessions)).sort()).toEqual(['used-0', 'used-29'])
  })

  it('leaves to one of two at the same time what the other removes', async () => {
    const [one, two] = await Promise.all([prune(30), prune(30)])
    expect(one.removed.length + two.removed.length).toBe(3)
    expect([one.kept, two.kept]).toEqual([[], []])
    expect(await readdir(layout.sessions)).toHaveLength(2)
  })

  it('says the same and removes nothing on a dry run', async () => {
    expect((await prune(30, true)).removed).toHaveLength(3)
    expect(await readdir(layout.sessions)).toHaveLength(5)
  })

  it('removes all of them at 0 days but those that a run holds', async () => {
    const lease = await store.hold(await store.find('used-400'))
    const { removed, inUse } = await prune(0)
    expect(removed).toHaveLength(4)
    expect(inUse.map(({ id }) => id)).toEqual(['used-400'])
    expect(await readdir(layout.sessions)).toEqual(['used-400'])
    await lease.release()
  })

  it('removes old folders that are no sessions, and no files', async () => {
    const broken = join(layout.sessions, 'broken')
    await mkdir(broken)
    await writeFile(join(layout.sessions, 'note.txt'), 'mine')
    expect((await prune(1000)).removed).toEqual([])
    await utimes(broken, new Date(0), new Date(0))
    expect((await prune(1000)).removed).toEqual([{ id: 'broken', record: null, bytes: 0 }])
    expect(await readdir(layout.sessions)).toContain('note.txt')
  })
})
