import { randomBytes } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { access, constants, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  acquireLease,
  type Lease,
  liveKeys,
  readEach,
  type StateLayout,
  sessionFolder,
  writeFileSafely,
} from '@onesoul/disk'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import { findSession } from './find-session.ts'
import { parseJson, readKeptFile, requireKeptFile } from './read-kept-file.ts'
import { listReceipts, makeFolder, readRecord } from './session-files.ts'
import { nameTaken } from './session-name.ts'
import {
  type BrokenSession,
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
  /** Folders in the place of sessions that are none, or of a newer onesoul, by id. */
  broken(): Promise<readonly BrokenSession[]>
  /** Ids of the sessions that a run holds now. */
  held(): Promise<ReadonlySet<string>>
  /**
   * Finds by id, unique beginning of an id, or name; a usage error when there is
   * none or more than one, a failure when one of its files cannot be read. With
   * `damaged` such a file counts as empty, for whoever replaces all of them.
   */
  find(wanted: string, options?: { readonly damaged?: boolean }): Promise<StoredSession>
  addReceipt(id: string, receipt: string): Promise<void>
  /** Of one session, oldest first. */
  receipts(id: string): Promise<readonly StoredReceipt[]>
  /**
   * Removes a session unless a run holds it, it was used after `lastUsedAt`, or
   * somebody else removed it. Throws `CliError` with exit code 1 when a folder of
   * it may not be emptied; nothing of it is touched then.
   */
  remove(id: string, lastUsedAt?: string): Promise<Removal>
}

/** What became of a session that was to be removed. */
export type Removal = 'removed' | 'held' | 'used' | 'gone'

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
          // Also an empty list: another one may stand there.
          await put(draft, 'updates.json', toJson(session.updates))
          await moveFiles(draft, folder)
        }
        await update(session.record)
      }),
    broken: async () => (await readAll(places)).broken,
    find: (wanted, options) => findStored(places, wanted, options),
    async addReceipt(id, receipt) {
      const folder = join(sessionFolder(places, id), 'receipts')
      await makeFolder(folder)
      await put(folder, `${Date.now()}-${randomBytes(3).toString('hex')}.json`, receipt)
    },
    receipts: (id) => listReceipts(sessionFolder(places, id)),
    remove: (id, lastUsedAt) => removeUnlessHeld(places, id, lastUsedAt),
  }
}

async function listRecords(places: Places): Promise<readonly SessionRecord[]> {
  return (await readAll(places)).records
}

interface AllSessions {
  /** Newest use first. */
  readonly records: readonly SessionRecord[]
  readonly broken: readonly BrokenSession[]
}

async function readAll(places: Places): Promise<AllSessions> {
  const entries = await listFolder(places.sessions)
  const read = await readEach(
    entries.filter((entry) => entry.isDirectory() && FOLDER.test(entry.name)),
    ({ name }) => readRecord(sessionFolder(places, name), name),
  )
  const records = read.flatMap((one) => ('reason' in one ? [] : [one]))
  const broken = read.flatMap((one) => ('reason' in one ? [one] : []))
  return {
    records: records.sort((a, b) => b.lastUsedAt.localeCompare(a.lastUsedAt)),
    broken: broken.sort((a, b) => a.id.localeCompare(b.id)),
  }
}

/** A folder that may not be listed must not look like one without sessions. */
async function listFolder(path: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(path, { withFileTypes: true })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return []
    // biome-ignore lint/style/useErrorCause: CliError takes the cause among its options, which come third.
    throw new CliError(EXIT.failed, `${path} could not be listed (${code ?? message})`, {
      cause: error,
    })
  }
}

/** A name that a session's folder may have. */
const FOLDER = /^[\w-][\w.-]{0,127}$/

async function findStored(
  places: Places,
  wanted: string,
  { damaged = false }: { readonly damaged?: boolean } = {},
): Promise<StoredSession> {
  const { records, broken } = await readAll(places)
  const hurt = broken.find(({ id }) => id === wanted)
  if (hurt) throw new CliError(EXIT.failed, `session ${hurt.id} cannot be used: ${hurt.reason}`)
  const record = findSession(records, wanted)
  const folder = sessionFolder(places, record.id)
  const whole = <T>(reading: Promise<T>, empty: T): Promise<T> =>
    damaged ? reading.catch((error) => emptyWhenDamaged(error, empty)) : reading
  const read = (file: string): Promise<string> => whole(requireKeptFile(join(folder, file)), '')
  return {
    record,
    text: await read('composition.txt'),
    directivesText: await read('directives.txt'),
    manifest: await read('manifest.json'),
    updates: await whole(readUpdates(join(folder, 'updates.json')), []),
  }
}

function emptyWhenDamaged<T>(error: unknown, empty: T): T {
  if (error instanceof CliError) return empty
  throw error
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
  if (!(await isGone(folder))) return
  throw new CliError(EXIT.failed, `session ${record.id} was removed meanwhile`, {
    hints: ['begin a new one'],
  })
}

/** The rename makes it go at once; what a kill leaves after it is swept. */
async function removeUnlessHeld(
  places: Places,
  id: string,
  lastUsedAt: string | undefined,
): Promise<Removal> {
  const folder = sessionFolder(places, id)
  if (await isGone(folder)) return 'gone'
  await requireRemovable(folder)
  let removal: Removal = 'held'
  const lease = await acquireLease(places.sessionLeases, id)
  await lease.release(async () => {
    removal = await stateOf(folder, { id, lastUsedAt })
    if (removal !== 'removed') return
    const leaving = sessionFolder(places, id, 'old')
    await rename(folder, leaving)
    await rm(leaving, { recursive: true, force: true })
  })
  return removal
}

/** Whether it may go, now that nobody can take it: it may have been long ago that it was judged. */
async function stateOf(
  folder: string,
  { id, lastUsedAt }: { readonly id: string; readonly lastUsedAt: string | undefined },
): Promise<'removed' | 'used' | 'gone'> {
  if (await isGone(folder)) return 'gone'
  if (lastUsedAt === undefined) return 'removed'
  const record = await readRecord(folder, id)
  return 'reason' in record || record.lastUsedAt === lastUsedAt ? 'removed' : 'used'
}

async function isGone(folder: string): Promise<boolean> {
  return (await stat(folder).catch(() => null)) === null
}

/** Half a session would be none, and a name of ours on a folder that stays would help nobody. */
async function requireRemovable(folder: string): Promise<void> {
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    const entries = await readdir(folder, { withFileTypes: true })
    const inner = entries.filter((entry) => entry.isDirectory())
    await Promise.all(inner.map(({ name }) => requireRemovable(join(folder, name))))
  } catch (error) {
    if (error instanceof CliError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    // Somebody else removes it at this moment.
    if (code === 'ENOENT') return
    // biome-ignore lint/style/useErrorCause: CliError takes the cause among its options, which come third.
    throw new CliError(EXIT.failed, `${folder} may not be emptied (${code ?? message})`, {
      cause: error,
    })
  }
}

/** A text and its manifest change as close to each other as two renames are. */
async function moveFiles(from: string, to: string): Promise<void> {
  for (const name of await readdir(from)) await rename(join(from, name), join(to, name))
  await rmdir(from)
}

async function readUpdates(path: string): Promise<readonly string[]> {
  const text = await readKeptFile(path)
  if (text === null) return []
  const parsed = parseJson(text)
  if (Array.isArray(parsed) && parsed.every((one) => typeof one === 'string')) return parsed
  throw new CliError(EXIT.failed, `${path} is damaged`)
}

function toJson(value: SessionRecord | readonly string[]): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
