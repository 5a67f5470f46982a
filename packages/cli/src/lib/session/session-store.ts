import { randomBytes } from 'node:crypto'
import { readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  acquireLease,
  type Lease,
  liveKeys,
  type StateLayout,
  sessionFolder,
  writeFileSafely,
} from '@onesoul/disk'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import { findSession } from './find-session.ts'
import { listReceipts, makeFolder, readOptional, readRecord } from './session-files.ts'
import { nameTaken } from './session-name.ts'
import {
  isUnreached,
  type SessionRecord,
  type StoredReceipt,
  type StoredSession,
} from './session-record.ts'

/** Sessions under the home's state: one folder each, 0700, files 0600. */
export interface SessionStore {
  /**
   * Writes a new session and holds it until the lease is released. Of two that
   * ask for one name at the same time one gets it; the other is a usage error.
   */
  begin(session: StoredSession): Promise<Lease>
  /**
   * Holds a session that is there and notes that it is used. With `rebuilt` its
   * frozen texts are replaced as well.
   */
  hold(session: StoredSession, options?: { readonly rebuilt?: boolean }): Promise<Lease>
  /** Changes the record alone; the frozen texts stay. */
  update(record: SessionRecord): Promise<void>
  /** Every readable record, newest use first. */
  list(): Promise<readonly SessionRecord[]>
  /** Ids of the sessions that a run holds now. */
  held(): Promise<ReadonlySet<string>>
  /** Finds by id, unique beginning of an id, or name; a usage error when there is none or more than one. */
  find(wanted: string): Promise<StoredSession>
  addReceipt(id: string, receipt: string): Promise<void>
  /** Of one session, oldest first. */
  receipts(id: string): Promise<readonly StoredReceipt[]>
  /** Removes a session unless a run holds it; false when one does. */
  remove(id: string): Promise<boolean>
}

type Places = Pick<StateLayout, 'sessions' | 'sessionLeases'>

export function createSessionStore(places: Places): SessionStore {
  const put = (folder: string, file: string, text: string): Promise<unknown> =>
    writeFileSafely(join(folder, file), text, { roots: [places.sessions], mode: 0o600 })
  const lease = (id: string, prepare: () => Promise<void>): Promise<Lease> =>
    acquireLease(places.sessionLeases, id, { prepare })
  const update = async (record: SessionRecord): Promise<void> => {
    await requireFolder(sessionFolder(places, record.id), record)
    await put(sessionFolder(places, record.id), 'session.json', toJson(record))
  }
  const list = (): Promise<readonly SessionRecord[]> => listRecords(places)
  const held = (): Promise<ReadonlySet<string>> => liveKeys(places.sessionLeases)
  // All at once: each waits for the disk.
  const texts = (folder: string, session: StoredSession): Promise<unknown> =>
    Promise.all([
      put(folder, 'composition.txt', session.text),
      put(folder, 'directives.txt', session.directivesText),
      put(folder, 'manifest.json', session.manifest),
      ...(session.updates.length > 0 ? [put(folder, 'updates.json', toJson(session.updates))] : []),
    ])
  return {
    list,
    held,
    update,
    begin: (session) =>
      lease(session.record.id, async () => {
        await freeName(session.record, { list, held, update })
        const draft = sessionFolder(places, session.record.id, 'new')
        await makeFolder(draft)
        const record = put(draft, 'session.json', toJson(session.record))
        await Promise.all([texts(draft, session), record])
        await rename(draft, sessionFolder(places, session.record.id))
      }),
    hold: (session, { rebuilt = false } = {}) =>
      lease(session.record.id, async () => {
        const folder = sessionFolder(places, session.record.id)
        await requireFolder(folder, session.record)
        if (rebuilt) {
          const draft = sessionFolder(places, session.record.id, 'new')
          await makeFolder(draft)
          await texts(draft, session)
          await moveFiles(draft, folder)
        }
        await update(session.record)
      }),
    async find(wanted) {
      const record = findSession(await list(), wanted)
      const folder = sessionFolder(places, record.id)
      const read = (file: string): Promise<string> => readFile(join(folder, file), 'utf8')
      return {
        record,
        text: await read('composition.txt'),
        directivesText: await read('directives.txt'),
        manifest: await read('manifest.json'),
        updates: await readUpdates(join(folder, 'updates.json')),
      }
    },
    async addReceipt(id, receipt) {
      const folder = join(sessionFolder(places, id), 'receipts')
      await makeFolder(folder)
      await put(folder, `${Date.now()}-${randomBytes(3).toString('hex')}.json`, receipt)
    },
    receipts: (id) => listReceipts(sessionFolder(places, id)),
    remove: (id) => removeUnlessHeld(places, id),
  }
}

async function listRecords(places: Places): Promise<readonly SessionRecord[]> {
  const names = await readdir(places.sessions).catch(() => [])
  const records = await Promise.all(
    names
      .filter((name) => !name.startsWith('.'))
      .map((name) => readRecord(sessionFolder(places, name), name)),
  )
  return records
    .filter((record) => record !== null)
    .sort((a, b) => b.lastUsedAt.localeCompare(a.lastUsedAt))
}

/**
 * Refuses a name that is taken. A session that never reached its agent and that
 * nobody holds is what a kill left: it gives its name up.
 */
async function freeName(
  { name }: SessionRecord,
  store: Pick<SessionStore, 'list' | 'held' | 'update'>,
): Promise<void> {
  if (name === null) return
  const named = (await store.list()).filter((record) => record.name === name)
  const held = named.length > 0 ? await store.held() : new Set()
  const taken = named.find((record) => !isUnreached(record) || held.has(record.id))
  if (taken) throw nameTaken(taken)
  for (const record of named) await store.update({ ...record, name: null })
}

/** Between reading a session and holding it somebody may have removed it. */
async function requireFolder(folder: string, record: SessionRecord): Promise<void> {
  if (await stat(folder).catch(() => null)) return
  throw new CliError(EXIT.failed, `session ${record.id} was removed meanwhile`, {
    hints: ['begin a new one'],
  })
}

/** The rename makes it go at once; what a kill leaves after it is swept. */
async function removeUnlessHeld(places: Places, id: string): Promise<boolean> {
  const lease = await acquireLease(places.sessionLeases, id)
  const { last } = await lease.release(async () => {
    const leaving = sessionFolder(places, id, 'old')
    await rename(sessionFolder(places, id), leaving)
    await rm(leaving, { recursive: true, force: true })
  })
  return last
}

/** A text and its manifest change as close to each other as two renames are. */
async function moveFiles(from: string, to: string): Promise<void> {
  for (const name of await readdir(from)) await rename(join(from, name), join(to, name))
  await rmdir(from)
}

async function readUpdates(path: string): Promise<readonly string[]> {
  const text = await readOptional(path)
  return text === null ? [] : (JSON.parse(text) as readonly string[])
}

function toJson(value: SessionRecord | readonly string[]): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
