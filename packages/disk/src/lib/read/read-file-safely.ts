import { createHash } from 'node:crypto'
import { constants, readlinkSync, type Stats } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { showPath } from '../paths/show-path.ts'
import { explainReadError } from './explain-read-error.ts'
import { judgeLink, type LinkRules } from './link-rules.ts'
import { type OpenedFile, openForReading } from './opened-file.ts'
import { type ReadFailure, type ReadOutcome, readFailure } from './read-outcome.ts'

export interface ReadOptions extends LinkRules {
  /** Default: 2 MiB. */
  readonly maxBytes?: number
  /** For the whole read, slow mounts included. Default: 5,000. */
  readonly timeoutMs?: number
  /**
   * The listing of its folder says that this is a regular file, so that its kind need not be asked for before it is
   * opened; it is asked for then. Default: false.
   */
  readonly listedAsFile?: boolean
}

/** How a file is opened; another one than the system's makes slow and changing disks testable. */
export type OpenFile = (path: string, flags: number) => Promise<OpenedFile>

const readFlags: number = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY
const attempts = 3

/**
 * Reads one regular file whole, or says why not; never hangs, never throws for what stands on the disk.
 *
 * The file is opened once and everything is judged on that handle: its kind, its size (before and while reading)
 * and its real place. FIFOs, devices and sockets are refused without waiting for them. Bytes and hash belong together
 * even if the file changes meanwhile.
 */
export function readFileSafely(path: string, options: ReadOptions = {}): Promise<ReadOutcome> {
  return readThrough(openForReading, path, options)
}

/** {@link readFileSafely} with the opener as an argument. */
export async function readThrough(
  openFile: OpenFile,
  path: string,
  options: ReadOptions,
): Promise<ReadOutcome> {
  const timeoutMs = options.timeoutMs ?? 5000
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<ReadOutcome>((done) => {
    const message = `${showPath(path)} could not be read within ${timeoutMs / 1000} s.`
    timer = setTimeout(() => done(readFailure('timeout', message)), timeoutMs)
  })
  try {
    // A read that is late goes on alone and closes its own handle.
    return await Promise.race([readSettled(openFile, resolve(path), options), late])
  } finally {
    clearTimeout(timer)
  }
}

async function readSettled(
  openFile: OpenFile,
  path: string,
  options: ReadOptions,
): Promise<ReadOutcome> {
  try {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const outcome = await readOnce(openFile, path, options)
      if (outcome !== 'moved') return outcome
    }
    return readFailure('io', `${showPath(path)} was replaced again and again while it was read.`)
  } catch (error) {
    return explainReadError(path, error)
  }
}

async function readOnce(
  openFile: OpenFile,
  path: string,
  options: ReadOptions,
): Promise<ReadOutcome | 'moved'> {
  // Opening a device can already act on it, so what is plainly not a file is not even opened.
  const early = options.listedAsFile ? null : refuseKind(path, await stat(path))
  if (early !== null) return early
  const handle = await openFile(path, readFlags)
  try {
    const stats = await handle.stat()
    const realPath = await realPathOf(handle, path, stats)
    if (realPath === null) return 'moved'
    return await readOpened(handle, { path, realPath, stats }, options)
  } finally {
    await handle.close()
  }
}

async function readOpened(
  handle: OpenedFile,
  opened: { readonly path: string; readonly realPath: string; readonly stats: Stats },
  options: ReadOptions,
): Promise<ReadOutcome> {
  const { path, realPath, stats } = opened
  const maxBytes = options.maxBytes ?? 2 * 1024 * 1024
  const kind = refuseKind(path, stats)
  if (kind !== null) return kind
  const { viaLink, refusal } = await judgeLink(path, opened, options)
  if (refusal !== null) return refusal
  if (stats.size > maxBytes) return tooLarge(path, stats.size, maxBytes)
  const bytes = await readUpTo(handle, maxBytes + 1, stats.size)
  if (bytes.length > maxBytes) return tooLarge(path, null, maxBytes)
  return {
    outcome: 'content',
    bytes,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    size: bytes.length,
    mode: stats.mode & 0o7777,
    mtimeMs: stats.mtimeMs,
    realPath,
    viaLink,
  }
}

function refuseKind(path: string, stats: Stats): ReadFailure | null {
  if (stats.isFile()) return null
  const shown = showPath(path)
  if (stats.isDirectory()) return readFailure('directory', `${shown} is a folder, not a file.`)
  const kind = stats.isFIFO() ? 'a FIFO' : stats.isSocket() ? 'a socket' : 'a device'
  return readFailure('not-regular', `${shown} is ${kind}, not a regular file.`)
}

function tooLarge(path: string, size: number | null, maxBytes: number): ReadFailure {
  const figure = `has ${size ?? `more than ${maxBytes}`} bytes`
  return readFailure('too-large', `${showPath(path)} ${figure}; at most ${maxBytes} are read.`)
}

/**
 * Where the opened file really lies; `null` when it was moved away meanwhile. Asking the handle cannot be fooled by
 * links that change between check and use; elsewhere than on Linux the path must still lead to the same file.
 */
async function realPathOf(handle: OpenedFile, path: string, stats: Stats): Promise<string | null> {
  if (process.platform === 'linux') {
    try {
      // The kernel answers this from memory, so there is nothing to wait for.
      const found = readlinkSync(`/proc/self/fd/${handle.fd}`)
      if (found.startsWith('/') && !found.endsWith(' (deleted)')) return found
    } catch {
      // Without /proc the other way decides.
    }
  }
  const real = await realpath(path)
  const there = await stat(real)
  return there.dev === stats.dev && there.ino === stats.ino ? real : null
}

async function readUpTo(handle: OpenedFile, limit: number, expected: number): Promise<Uint8Array> {
  let buffer = new Uint8Array(Math.min(limit, expected + 1))
  let length = 0
  for (;;) {
    if (length === buffer.length) {
      if (length === limit) return buffer
      const larger = new Uint8Array(Math.min(limit, Math.max(length * 2, 65_536)))
      larger.set(buffer)
      buffer = larger
    }
    const room = { offset: length, length: buffer.length - length }
    const { bytesRead } = await handle.read(buffer, room)
    length += bytesRead
    if (bytesRead === 0 || length === expected) return buffer.subarray(0, length)
  }
}
