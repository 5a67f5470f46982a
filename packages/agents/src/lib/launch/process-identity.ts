import { readFileSync } from 'node:fs'

/** A process that cannot be confused with a later one of the same number. */
export interface ProcessIdentity {
  readonly pid: number
  readonly birth: string | null
}

export function processIdentity(pid: number): ProcessIdentity {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return { pid, birth: stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null }
  } catch {
    // Not Linux, or the process is gone.
    return { pid, birth: null }
  }
}

export function isAlive(identity: ProcessIdentity): boolean {
  try {
    process.kill(identity.pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  const now = processIdentity(identity.pid)
  return now.birth === null || identity.birth === null || now.birth === identity.birth
}
