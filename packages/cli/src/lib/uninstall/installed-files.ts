import { createHash } from 'node:crypto'
import { lstat, readFile, rm } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { type StateLayout, writeFileSafely } from '@onesoul/disk'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'

/** A file that a command wrote outside of the home, as its receipt says. */
export interface InstalledFile {
  /** What it is: `completion`, `overlay`, … */
  readonly kind: string
  /** Absolute. */
  readonly path: string
  /** Hex SHA-256 of what was written. */
  readonly sha256: string
}

/** What stands at such a path now. `kept` says why it is not removed. */
export interface JudgedFile extends InstalledFile {
  readonly kept: string | null
  /** Nothing stands there any more. */
  readonly gone: boolean
}

/** `state/installed.json`: `{ schemaVersion: 1, files: [{ kind, path, sha256 }] }`. */
export function installedReceipt({ state }: StateLayout): string {
  return join(state, 'installed.json')
}

/** Reads the receipt. Throws `CliError` when it cannot be read: then nobody knows what is ours. */
export async function readInstalled(layout: StateLayout): Promise<readonly InstalledFile[]> {
  const path = installedReceipt(layout)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return []
    throw unreadable(path, code ?? String(error), error)
  }
  try {
    const { schemaVersion, files } = JSON.parse(text) as {
      schemaVersion?: unknown
      files?: unknown
    }
    if (schemaVersion === 1 && Array.isArray(files) && files.every(isInstalled)) return files
  } catch (error) {
    throw unreadable(path, 'it is no JSON', error)
  }
  throw unreadable(path, 'it is no receipt of this version', undefined)
}

function unreadable(path: string, why: string, cause: unknown): CliError {
  return new CliError(EXIT.failed, `${path} cannot be read: ${why}`, {
    hints: ['nothing was removed; it lists what OneSoul wrote outside of the home'],
    cause,
  })
}

function isInstalled(value: unknown): value is InstalledFile {
  if (typeof value !== 'object' || value === null) return false
  const { kind, path, sha256 }: { kind?: unknown; path?: unknown; sha256?: unknown } = value
  return (
    typeof kind === 'string' &&
    typeof path === 'string' &&
    isAbsolute(path) &&
    typeof sha256 === 'string' &&
    /^[0-9a-f]{64}$/.test(sha256)
  )
}

/** Looks at each file without following a link at its place. */
export async function judgeInstalled(
  files: readonly InstalledFile[],
): Promise<readonly JudgedFile[]> {
  return Promise.all(files.map(judgeFile))
}

async function judgeFile(file: InstalledFile): Promise<JudgedFile> {
  try {
    const stats = await lstat(file.path)
    if (stats.isSymbolicLink()) return { ...file, gone: false, kept: 'a link stands in its place' }
    if (!stats.isFile()) return { ...file, gone: false, kept: 'it is no file any more' }
    const hash = createHash('sha256')
      .update(await readFile(file.path))
      .digest('hex')
    const kept = hash === file.sha256 ? null : 'it was changed since OneSoul wrote it'
    return { ...file, gone: false, kept }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return { ...file, gone: true, kept: null }
    return { ...file, gone: false, kept: `it cannot be read (${code})` }
  }
}

/** Removes what is unchanged and keeps the receipt of the rest; the receipt goes with its last file. */
export async function removeInstalled(
  layout: StateLayout,
  files: readonly JudgedFile[],
): Promise<void> {
  for (const file of files) {
    // Judged again: it may have been edited while the person read the list.
    const now = await judgeFile(file)
    if (!now.gone && now.kept === null) await rm(file.path)
  }
  const kept = files.filter((file) => file.kept !== null)
  const receipt = installedReceipt(layout)
  if (kept.length === 0) return rm(receipt, { force: true })
  const left = kept.map(({ kind, path, sha256 }) => ({ kind, path, sha256 }))
  const text = `${JSON.stringify({ schemaVersion: 1, files: left }, null, 2)}\n`
  await writeFileSafely(receipt, text, { roots: [layout.home] })
}
