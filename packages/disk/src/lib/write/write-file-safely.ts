import { createHash } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import { type FileHandle, open, rename } from 'node:fs/promises'
import { DiskError, refusedBySystem } from '../disk-error.ts'
import { showPath } from '../paths/show-path.ts'
import { removeIfThere, tempFileName } from './temp-file.ts'
import { openWriteTarget, statTarget, type WriteTarget } from './write-target.ts'

export interface WriteOptions {
  /**
   * The folders in which this write must stay: the home, the state, or the folder of a file that the person named.
   * They are resolved first; a link is followed only when its target lies under one of them.
   */
  readonly roots: readonly string[]
  /** Mode of a new file; an existing file keeps its own mode and owner. Default: 0600. */
  readonly mode?: number
  /** Write only if the present content has this hash; `null`: only if there is no file. Default: no condition. */
  readonly expectedSha256?: string | null
  /** Real places below the roots that are not written all the same. Default: none. */
  readonly forbids?: (realPath: string) => boolean
}

export interface WriteResult {
  /** The file that was written, all links followed. */
  readonly realPath: string
  readonly sha256: string
  readonly size: number
  /** There was no file before. */
  readonly created: boolean
}

/** The moments between two changes of the disk, in order; `chunk-written` comes once for each 256 KiB. */
export type WriteStep =
  | 'resolved'
  | 'temp-created'
  | 'chunk-written'
  | 'temp-complete'
  | 'temp-synced'
  | 'before-rename'
  | 'renamed'
  | 'folder-synced'

/** Told of every step; it may throw, or end the process, to show what remains. */
export type OnWriteStep = (step: WriteStep) => void | Promise<void>

/**
 * Replaces or creates a file so that every reader, and every restart after a crash, finds the old content or the new.
 *
 * A temporary file in the same folder is written, synced and renamed over the target, then the folder is synced.
 * Missing folders are made with mode 0700. Access-control lists and extended attributes are not carried over.
 * Against other writers hold the file's lock; `expectedSha256` then makes the update a compare-and-swap.
 *
 * @throws DiskError `outside-roots`, `link-outside`, `link-dangling`, `not-regular`, `conflict`, `owner-not-kept`,
 * `write-failed`; the content is then the old one.
 */
export function writeFileSafely(
  path: string,
  data: string | Uint8Array,
  options: WriteOptions,
): Promise<WriteResult> {
  return writeInSteps(path, data, { ...options, onStep: () => undefined })
}

/** {@link writeFileSafely}, telling of every step. */
export async function writeInSteps(
  path: string,
  data: string | Uint8Array,
  options: WriteOptions & { readonly onStep: OnWriteStep },
): Promise<WriteResult> {
  const bytes = typeof data === 'string' ? Buffer.from(data, 'utf8') : data
  try {
    const target = await openWriteTarget(path, options.roots)
    try {
      await options.onStep('resolved')
      if (options.forbids?.(target.realPath)) {
        const message = `${showPath(path)} must not be written; nothing was.`
        throw new DiskError('outside-roots', message, { path: target.realPath })
      }
      return await replace(target, bytes, options)
    } finally {
      await target.folder?.close()
    }
  } catch (error) {
    if (error instanceof DiskError) throw error
    throw refusedBySystem('write-failed', `${showPath(path)} could not be written`, {
      path,
      cause: error,
    })
  }
}

async function replace(
  target: WriteTarget,
  bytes: Uint8Array,
  options: WriteOptions & { readonly onStep: OnWriteStep },
): Promise<WriteResult> {
  const { onStep } = options
  const before = await statTarget(target)
  await requireExpected(target, before, options.expectedSha256)
  const temp = tempFileName()
  try {
    await writeTemp(target, temp, { bytes, before, mode: options.mode ?? 0o600, onStep })
    // Whoever writes without the lock may have come in between.
    await requireExpected(target, await statTarget(target), options.expectedSha256)
    await onStep('before-rename')
    await rename(target.at(temp), target.at(target.name))
  } catch (error) {
    await removeIfThere(target.at(temp))
    throw error
  }
  await onStep('renamed')
  await target.folder?.sync()
  await onStep('folder-synced')
  return {
    realPath: target.realPath,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    size: bytes.length,
    created: before === null,
  }
}

async function requireExpected(
  target: WriteTarget,
  stats: Stats | null,
  expected: string | null | undefined,
): Promise<void> {
  if (expected === undefined) return
  const found = stats === null ? null : await hashTarget(target)
  if (found === expected) return
  const shown = showPath(target.realPath)
  const message =
    found === null
      ? `${shown} is gone; nothing was written.`
      : expected === null
        ? `${shown} exists already; nothing was written.`
        : `${shown} was changed by somebody else since it was read; nothing was written.`
  throw new DiskError('conflict', message, {
    path: target.realPath,
    fix: 'Read it again and repeat the change.',
  })
}

async function hashTarget(target: WriteTarget): Promise<string> {
  const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW
  const handle = await open(target.at(target.name), flags)
  try {
    return createHash('sha256')
      .update(await handle.readFile())
      .digest('hex')
  } finally {
    await handle.close()
  }
}

const chunkBytes = 256 * 1024

async function writeTemp(
  target: WriteTarget,
  temp: string,
  options: {
    readonly bytes: Uint8Array
    readonly before: Stats | null
    readonly mode: number
    readonly onStep: OnWriteStep
  },
): Promise<void> {
  const { bytes, before, mode, onStep } = options
  const handle = await open(target.at(temp), 'wx', 0o600)
  try {
    await onStep('temp-created')
    for (let start = 0; start < bytes.length; start += chunkBytes) {
      await writeAll(handle, bytes.subarray(start, start + chunkBytes))
      await onStep('chunk-written')
    }
    if (before !== null) await keepOwner(handle, before, target.realPath)
    // After the owner: changing it clears some bits.
    await handle.chmod((before?.mode ?? mode) & 0o7777)
    await onStep('temp-complete')
    await handle.sync()
    await onStep('temp-synced')
  } finally {
    await handle.close()
  }
}

async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    written += (await handle.write(bytes, written)).bytesWritten
  }
}

async function keepOwner(handle: FileHandle, before: Stats, path: string): Promise<void> {
  const now = await handle.stat()
  if (now.uid === before.uid && now.gid === before.gid) return
  try {
    await handle.chown(before.uid, before.gid)
  } catch (error) {
    const what = `nothing was written, since the owner (uid ${before.uid}, gid ${before.gid}) could not be kept`
    throw refusedBySystem('owner-not-kept', `${showPath(path)}: ${what}`, { path, cause: error })
  }
}
