import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareState, type StateLayout, stateLayout, sweep } from '@onesoul/disk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { storedSession } from './fixtures/stored-session.ts'
import { createSessionStore, type SessionStore } from './session-store.ts'

let dir: string
let layout: StateLayout
let store: SessionStore
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'onesoul-sessions-'))
  layout = stateLayout(dir)
  await prepareState(dir)
  store = createSessionStore(layout)
})
afterEach(() => rm(dir, { recursive: true, force: true }))

async function keep(...sessions: Parameters<typeof storedSession>[]): Promise<void> {
  for (const session of sessions) await (await store.begin(storedSession(...session))).release()
}

describe('createSessionStore', () => {
  it('says in one sentence that a home takes no session', async () => {
    const sessions = join(dir, 'file')
    await writeFile(sessions, '')
    const broken = createSessionStore({ ...layout, sessions })
    await expect(broken.addReceipt('one', '{}')).rejects.toMatchObject({
      name: 'CliError',
      exitCode: 1,
      message: expect.stringContaining('could not be created (ENOTDIR)'),
    })
  })

  it('keeps a session for its person alone and finds it by id, beginning of an id and name', async () => {
    const session = { ...storedSession('20261101-aa', { name: '航海' }), updates: ['newer'] }
    await (await store.begin(session)).release()
    await keep(['20261102-bb'], ['20261102-bc'])
    for (const wanted of ['20261101-aa', '20261101', '航海']) {
      expect(await store.find(wanted)).toEqual(session)
    }
    const folder = join(layout.sessions, '20261101-aa')
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    for (const file of await readdir(folder)) {
      expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600)
    }
    await expect(store.find('20261102')).rejects.toMatchObject({
      exitCode: 2,
      message: 'more than one session begins with "20261102"',
    })
    await expect(store.find('航')).rejects.toMatchObject({ exitCode: 2 })
    await expect(store.find('')).rejects.toMatchObject({ exitCode: 2 })
  })

  it('gives a name to one of many that ask for it at the same time', async () => {
    const asked = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        store.begin(storedSession(`20261101-a${index}`, { name: 'voyage' })),
      ),
    )
    const refused = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused).toHaveLength(7)
    for (const error of refused) {
      expect(error).toMatchObject({
        exitCode: 2,
        hints: ['go on with it: onesoul run dry-run --resume voyage', expect.any(String)],
      })
    }
    expect((await store.list()).map(({ name }) => name)).toEqual(['voyage'])
    expect((await readdir(layout.sessions)).length).toBe(1)
  })

  it('takes a name back from a session that never reached its agent, unless a run holds it', async () => {
    const unreached = storedSession('20261101-aa', { name: 'voyage', agentSessionId: null })
    const lease = await store.begin(unreached)
    const next = storedSession('20261101-bb', { name: 'voyage' })
    await expect(store.begin(next)).rejects.toMatchObject({ exitCode: 2 })
    await lease.release()
    await (await store.begin(next)).release()
    expect((await store.find('voyage')).record.id).toBe('20261101-bb')
    expect((await store.find('20261101-aa')).record.name).toBeNull()
  })

  it('replaces the texts of a session that is rebuilt, and of no other', async () => {
    await keep(['20261101-aa'])
    const newer = { ...storedSession('20261101-aa'), text: 'newer', updates: ['newer part'] }
    await (await store.hold(newer)).release()
    expect((await store.find('20261101-aa')).text).toBe('text of 20261101-aa')
    await (await store.hold(newer, { rebuilt: true })).release()
    expect(await store.find('20261101-aa')).toEqual(newer)
    expect(await readdir(layout.sessions)).toEqual(['20261101-aa'])
  })

  it('removes no session that a run holds, and says so of one that is gone', async () => {
    const lease = await store.begin(storedSession('20261101-aa'))
    expect(await store.held()).toEqual(new Set(['20261101-aa']))
    expect(await store.remove('20261101-aa')).toBe('held')
    await lease.release()
    expect(await store.remove('20261101-aa')).toBe('removed')
    expect(await readdir(layout.sessions)).toEqual([])
    expect(await store.remove('20261101-aa')).toBe('gone')
    await expect(store.hold(storedSession('20261101-aa'))).rejects.toMatchObject({
      exitCode: 1,
      message: 'session 20261101-aa was removed meanwhile',
    })
    expect(await readdir(layout.sessionLeases)).toEqual([])
  })

  it('removes no session that was used since it was judged', async () => {
    await keep(['20261101-aa'])
    const { record } = await store.find('20261101-aa')
    await store.update({ ...record, lastUsedAt: '2026-11-30T10:00:00.000Z' })
    expect(await store.remove('20261101-aa', record.lastUsedAt)).toBe('used')
    expect(await readdir(layout.sessions)).toEqual(['20261101-aa'])
    expect(await store.remove('20261101-aa', '2026-11-30T10:00:00.000Z')).toBe('removed')
    expect(await readdir(layout.sessionLeases)).toEqual([])
  })

  it('writes over updates that somebody put beside a session, also with none', async () => {
    await keep(['20261101-aa'])
    await writeFile(join(layout.sessions, '20261101-aa', 'updates.json'), '["planted"]')
    await (await store.hold(storedSession('20261101-aa'), { rebuilt: true })).release()
    expect((await store.find('20261101-aa')).updates).toEqual([])
  })

  it('lists no folder that is not a whole session; a sweep takes what nobody works on', async () => {
    await keep(['20261101-aa'])
    for (const name of ['.new-20261101-bb', '.old-20261101-cc', 'empty']) {
      await mkdir(join(layout.sessions, name))
    }
    expect((await store.list()).map(({ id }) => id)).toEqual(['20261101-aa'])
    expect((await sweep(layout)).map(({ kind }) => kind)).toEqual(['session', 'session'])
    expect((await readdir(layout.sessions)).sort()).toEqual(['20261101-aa', 'empty'])
  })

  it('keeps every receipt of a session, in the order in which they came', async () => {
    await keep(['20261101-aa'])
    await Promise.all(
      ['{"a":1}', '{"a":2}', '{"a":3}'].map((one) => store.addReceipt('20261101-aa', one)),
    )
    expect(await store.receipts('20261101-aa')).toHaveLength(3)
  })
})
