import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const LOOK_EVERY_MS = 200

export interface FolderWatch {
  /** Aborts as soon as more is in the folder than it may hold. */
  readonly signal: AbortSignal
  /** Looks once more, ends the watch, and says whether more was in it. */
  readonly end: () => Promise<boolean>
}

/** Watches what comes into a folder. */
export function watchFolder(folder: string, maxBytes: number): FolderWatch {
  const over = new AbortController()
  const ended = new AbortController()
  const look = async (): Promise<void> => {
    if ((await sizeOf(folder)) > maxBytes) over.abort()
  }
  const watching = (async () => {
    while (!over.signal.aborted && !ended.signal.aborted) {
      await look()
      // Whoever ends the watch does not wait for the next look.
      await wait(LOOK_EVERY_MS, undefined, { signal: ended.signal }).catch(() => undefined)
    }
  })()
  return {
    signal: over.signal,
    end: async () => {
      ended.abort()
      await watching
      await look()
      return over.signal.aborted
    },
  }
}

async function sizeOf(folder: string): Promise<number> {
  const found = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])
  let bytes = 0
  for (const one of found) {
    if (!one.isFile()) continue
    // A file of a program that works here may be gone again.
    const stats = await lstat(join(one.parentPath, one.name)).catch(() => null)
    bytes += stats?.size ?? 0
  }
  return bytes
}
