import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import { describeNewer, inspectKeptFile, isRecord, parseJson } from './read-kept-file.ts'
import type { BrokenSession, SessionRecord, StoredReceipt } from './session-record.ts'

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

/** Reads the record in a session's folder, or says why it cannot be gone on with. */
export async function readRecord(
  folder: string,
  id: string,
): Promise<SessionRecord | BrokenSession> {
  const file = await inspectKeptFile(join(folder, 'session.json'))
  const broken = (reason: string): BrokenSession => ({ id, reason, newer: false })
  if (file.outcome === 'missing') return broken('it has no record')
  if (file.outcome === 'unreadable') return broken(file.reason)
  const parsed = parseJson(file.text)
  const newer = describeNewer(parsed)
  if (newer !== null) return { id, reason: `its record ${newer}`, newer: true }
  return isSessionRecord(parsed) && parsed.id === id ? parsed : broken('its record is damaged')
}

/** What every record has; the texts are compared and shown, the times counted with. */
function isSessionRecord(value: unknown): value is SessionRecord {
  if (!isRecord(value) || value['schemaVersion'] !== 1) return false
  const has = (keys: readonly string[], fits: (found: unknown) => boolean): boolean =>
    keys.every((key) => fits(value[key]))
  const isText = (found: unknown): found is string => typeof found === 'string'
  return (
    has(['id', 'agent', 'agentVersion', 'cwd', 'viewer', 'digest', 'sourceDigest'], isText) &&
    has(
      ['name', 'agentSessionId', 'platform', 'bot'],
      (found) => found === null || isText(found),
    ) &&
    has(['createdAt', 'lastUsedAt'], (found) => isText(found) && !Number.isNaN(Date.parse(found)))
  )
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
