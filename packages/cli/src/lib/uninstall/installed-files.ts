import { lstat, rm } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { readFileSafely, type StateLayout, withLock, writeFileSafely } from '@onesoul/disk'
import { makeFolder } from '../session/session-files.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import { refusePlace } from './installed-places.ts'

/** A file that a command wrote outside of the home, as its receipt says. */
export interface InstalledFile {
  /** What it is: `completion`. */
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

type Environment = Readonly<Record<string, string>>

/** `state/installed.json`: `{ schemaVersion: 1, files: [{ kind, path, sha256 }] }`. */
export function installedReceipt({ state }: StateLayout): string {
  return join(state, 'installed.json')
}

/** Runs while nobody else changes the receipt. */
export async function withInstalled<T>(
  layout: StateLayout,
  command: string,
  work: () => Promise<T>,
): Promise<T> {
  await makeFolder(layout.locks)
  return withLock(join(layout.locks, 'installed.lock'), { command }, work)
}

/** Reads the receipt. Throws `CliError` when it cannot be read: then nobody knows what is ours. */
export async function readInstalled(layout: StateLayout): Promise<readonly InstalledFile[]> {
  const path = installedReceipt(layout)
  const found = await readFileSafely(path, { roots: [layout.home] })
  if (found.outcome === 'missing') return []
  if (found.outcome === 'failed') throw unreadable(path, found.message.replace(/\.$/, ''))
  try {
    const { schemaVersion, files } = JSON.parse(Buffer.from(found.bytes).toString('utf8')) as {
      schemaVersion?: unknown
      files?: unknown
    }
    if (schemaVersion === 1 && Array.isArray(files) && files.every(isInstalled)) return files
  } catch (error) {
    throw unreadable(path, 'it is no JSON', error)
  }
  throw unreadable(path, 'it is no receipt of this version')
}

/** Writes the receipt of these files; without any there is none. Only within {@link withInstalled}. */
export async function writeInstalled(
  layout: StateLayout,
  files: readonly InstalledFile[],
): Promise<void> {
  const receipt = installedReceipt(layout)
  if (files.length === 0) return rm(receipt, { force: true })
  const text = `${JSON.stringify({ schemaVersion: 1, files }, null, 2)}\n`
  await writeFileSafely(receipt, text, { roots: [layout.home] })
}

function unreadable(path: string, why: string, cause?: unknown): CliError {
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

/**
 * Looks at each file without following a link at its place. A receipt is only a
 * file: what it names is kept unless a file of that kind can lie there by `env`.
 */
export async function judgeInstalled(
  files: readonly InstalledFile[],
  env: Environment,
): Promise<readonly JudgedFile[]> {
  return Promise.all(files.map((file) => judgeFile(file, env)))
}

async function judgeFile(file: InstalledFile, env: Environment): Promise<JudgedFile> {
  const judged = (kept: string | null, gone = false): JudgedFile => ({ ...file, gone, kept })
  const refused = refusePlace(file, env)
  if (refused !== null) return judged(refused)
  try {
    const stats = await lstat(file.path)
    if (stats.isSymbolicLink()) return judged('a link stands in its place')
    if (!stats.isFile()) return judged('it is no file any more')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return judged(null, true)
    return judged(`it cannot be read (${code})`)
  }
  const found = await readFileSafely(file.path)
  if (found.outcome === 'missing') return judged(null, true)
  const isChanged = found.outcome === 'content' || found.code === 'too-large'
  if (found.outcome === 'content' && found.sha256 === file.sha256) return judged(null)
  return judged(isChanged ? 'it was changed since OneSoul wrote it' : 'it cannot be read')
}

/**
 * Removes what was judged to go and is still unchanged, and keeps the receipt of
 * the rest; the receipt goes with its last file. Returns what came of each.
 */
export async function removeInstalled(
  layout: StateLayout,
  files: readonly JudgedFile[],
  env: Environment,
): Promise<readonly JudgedFile[]> {
  if (files.length === 0) return []
  return withInstalled(layout, 'onesoul uninstall', async () => {
    const known = await readInstalled(layout)
    const results = await Promise.all(known.map((file) => removeFile(file, files, env)))
    const left = results.filter(({ kept }) => kept !== null)
    await writeInstalled(
      layout,
      left.map(({ kind, path, sha256 }) => ({ kind, path, sha256 })),
    )
    const others = files.filter((file) => !known.some((one) => isSame(one, file)))
    return [...results, ...others.map((file) => ({ ...file, kept: null, gone: true }))]
  })
}

async function removeFile(
  file: InstalledFile,
  judged: readonly JudgedFile[],
  env: Environment,
): Promise<JudgedFile> {
  const before = judged.find((one) => isSame(one, file))
  if (before === undefined) return { ...file, gone: false, kept: 'it was written just now' }
  if (before.kept !== null) return before
  // Judged again: it may have been edited while the person read the list.
  const now = await judgeFile(file, env)
  if (now.gone || now.kept !== null) return now
  try {
    await rm(file.path)
    return now
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return { ...now, kept: `it cannot be removed (${code ?? message})` }
  }
}

function isSame(a: InstalledFile, b: InstalledFile): boolean {
  return a.kind === b.kind && a.path === b.path && a.sha256 === b.sha256
}
