import { lstat, stat } from 'node:fs/promises'

/**
 * Whether anything stands at a path, a link that leads nowhere included. Rejects
 * with what keeps from looking, which is no answer.
 */
export async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return true
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return false
    throw error
  }
}

/** Whether a path leads to anything; what cannot be looked at does not count. Never rejects. */
export async function isReachable(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
