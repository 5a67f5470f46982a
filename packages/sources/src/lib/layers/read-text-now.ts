import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs'
import { isUnder } from '@onesoul/disk'

export type TextNow =
  | { readonly outcome: 'read'; readonly text: string | null }
  | { readonly outcome: 'failed' }

const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY
const MAX_BYTES = 2 * 1024 * 1024

/**
 * Reads a small file at once, for a caller that cannot wait: `null` when it is
 * not there. Only a regular file of at most 2 MiB whose real place lies below one
 * of `roots` is read; a FIFO or device is not waited for.
 */
export function readTextNow(path: string, roots: readonly string[]): TextNow {
  try {
    const real = realpathSync(path)
    if (!roots.some((root) => isUnder(real, realpathSync(root)))) return { outcome: 'failed' }
    return readRegular(real)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? { outcome: 'read', text: null }
      : { outcome: 'failed' }
  }
}

function readRegular(path: string): TextNow {
  const handle = openSync(path, FLAGS)
  try {
    const stats = fstatSync(handle)
    if (!stats.isFile() || stats.size > MAX_BYTES) return { outcome: 'failed' }
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
    return { outcome: 'read', text: decoder.decode(readFileSync(handle)) }
  } finally {
    closeSync(handle)
  }
}
