import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileSafely } from '@onesoul/disk'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { SessionRecord, StoredSession } from './session-record.ts'

/** A session appears under its name whole, or not at all. */
const DRAFT = '.new-'

/** Sessions under the home's state: one folder each, 0700, files 0600. */
export interface SessionStore {
  write(session: StoredSession): Promise<void>
  /** Changes the record alone; the frozen texts stay. */
  update(record: SessionRecord): Promise<void>
  /** Every readable record, newest use first. */
  list(): Promise<readonly SessionRecord[]>
  /** Finds by id, unique beginning of an id, or name; a usage error when there is none or more than one. */
  find(wanted: string): Promise<StoredSession>
  addReceipt(id: string, receipt: string): Promise<void>
}

export function createSessionStore(sessionsDir: string): SessionStore {
  const put = (id: string, file: string, text: string): Promise<unknown> =>
    writeFileSafely(join(sessionsDir, id, file), text, { roots: [sessionsDir], mode: 0o600 })
  const list = async (): Promise<readonly SessionRecord[]> => {
    const names = await readdir(sessionsDir).catch(() => [])
    const records = await Promise.all(names.map((name) => readRecord(sessionsDir, name)))
    return records
      .filter((record) => record !== null)
      .sort((a, b) => b.lastUsedAt.localeCompare(a.lastUsedAt))
  }
  return {
    list,
    async write(session) {
      const { id } = session.record
      const draft = `${DRAFT}${id}`
      await removeOldDrafts(sessionsDir)
      await makeFolder(join(sessionsDir, draft))
      await put(draft, 'composition.txt', session.text)
      await put(draft, 'directives.txt', session.directivesText)
      await put(draft, 'manifest.json', session.manifest)
      await put(draft, 'session.json', toJson(session.record))
      await rename(join(sessionsDir, draft), join(sessionsDir, id))
    },
    async update(record) {
      await put(record.id, 'session.json', toJson(record))
    },
    async find(wanted) {
      const record = pick(await list(), wanted)
      const read = (file: string): Promise<string> =>
        readFile(join(sessionsDir, record.id, file), 'utf8')
      return {
        record,
        text: await read('composition.txt'),
        directivesText: await read('directives.txt'),
        manifest: await read('manifest.json'),
      }
    },
    async addReceipt(id, receipt) {
      const folder = join(sessionsDir, id, 'receipts')
      await makeFolder(folder)
      const taken = await readdir(folder)
      await put(id, join('receipts', `${taken.length + 1}.json`), receipt)
    },
  }
}

/** What a killed run had begun to write; a run of now needs a moment, not an hour. */
async function removeOldDrafts(sessionsDir: string): Promise<void> {
  const names = await readdir(sessionsDir).catch(() => [])
  for (const name of names.filter((candidate) => candidate.startsWith(DRAFT))) {
    const folder = join(sessionsDir, name)
    const found = await stat(folder).catch(() => null)
    if (found && Date.now() - found.mtimeMs > 3_600_000) await rm(folder, { recursive: true })
  }
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    // biome-ignore lint/style/useErrorCause: CliError takes the cause among its options, which come third.
    throw new CliError(EXIT.failed, `${path} could not be created (${code ?? message})`, {
      hints: ['sessions are kept in the home: make it writable, or name another with --home'],
      cause: error,
    })
  }
}

function pick(records: readonly SessionRecord[], wanted: string): SessionRecord {
  const exact = records.filter((record) => record.id === wanted || record.name === wanted)
  const matches =
    exact.length > 0 ? exact : records.filter((record) => record.id.startsWith(wanted))
  const [first, second] = matches
  if (first && (!second || exact.length > 0)) return first
  const hints = records.slice(0, 5).map((record) => `${record.id}  ${record.agent}  ${record.cwd}`)
  const what = second ? 'more than one session begins with' : 'there is no session'
  throw new CliError(EXIT.usage, `${what} ${JSON.stringify(wanted)}`, { hints })
}

/** A folder without a readable record is not a session; `doctor` names it. */
async function readRecord(sessionsDir: string, name: string): Promise<SessionRecord | null> {
  const text = await readFile(join(sessionsDir, name, 'session.json'), 'utf8').catch(() => null)
  if (text === null) return null
  try {
    const record = JSON.parse(text) as SessionRecord
    return record.schemaVersion === 1 && record.id === name ? record : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function toJson(record: SessionRecord): string {
  return `${JSON.stringify(record, null, 2)}\n`
}
