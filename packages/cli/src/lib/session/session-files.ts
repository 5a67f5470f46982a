import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { SessionRecord, StoredReceipt } from './session-record.ts'

/** Makes a folder (0700), its parents too. Throws `CliError` with one sentence when the home takes none. */
export async function makeFolder(path: string): Promise<void> {
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

/** Reads a record; `null` for a folder without one that can be read: it is no session. */
export async function readRecord(folder: string, id: string): Promise<SessionRecord | null> {
  const text = await readFile(join(folder, 'session.json'), 'utf8').catch(() => null)
  if (text === null) return null
  try {
    const record = JSON.parse(text) as SessionRecord
    return record.schemaVersion === 1 && record.id === id ? record : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** A text that a session may have; `null` when it has none. */
export async function readOptional(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** The receipts in a session's folder, oldest first. */
export async function listReceipts(folder: string): Promise<readonly StoredReceipt[]> {
  const receipts = join(folder, 'receipts')
  const names = (await readdir(receipts).catch(() => [])).filter((name) => name.endsWith('.json'))
  const found = await Promise.all(
    names.map(async (name) => {
      const path = join(receipts, name)
      const stats = await stat(path).catch(() => null)
      return stats === null ? [] : [{ path, time: stats.mtimeMs, bytes: stats.size }]
    }),
  )
  return found.flat().sort((a, b) => a.time - b.time || (a.path < b.path ? -1 : 1))
}

/** Bytes of everything in a folder. */
export async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(
        async (entry) => (await stat(join(entry.parentPath, entry.name)).catch(() => null))?.size,
      ),
  )
  return sizes.reduce((sum: number, size) => sum + (size ?? 0), 0)
}
