import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 20

/** A killed process is still there for a moment, longer when it has much memory to give back. */
const DEATH_MS = 5000

/** Sends a signal to every process of the group that `pid` leads. False: there is none left. */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    // Windows has no process groups: there the leader stands for its group.
    process.kill(process.platform === 'win32' ? pid : -pid, signal)
    return true
  } catch (error) {
    // EPERM: somebody is there whom we may not signal.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Waits until the group of `pid` is empty. False: `timeoutMs` passed first. */
export async function groupEnded(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (signalGroup(pid, 0) && (await hasLivingMember(pid))) {
    if (Date.now() >= deadline) return false
    await sleep(POLL_MS)
  }
  return true
}

/** Ends a process group: SIGTERM, then SIGKILL after `killAfterMs`. Resolves when it is empty. */
export async function endGroup(pid: number, killAfterMs: number): Promise<void> {
  if (!signalGroup(pid, 'SIGTERM')) return
  if (await groupEnded(pid, killAfterMs)) return
  signalGroup(pid, 'SIGKILL')
  await groupEnded(pid, DEATH_MS)
}

/**
 * A zombie that its parent does not collect still answers signals. Linux tells
 * them apart; elsewhere everything that answers counts as living.
 */
async function hasLivingMember(group: number): Promise<boolean> {
  if (process.platform !== 'linux') return true
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    const [state, , processGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (Number(processGroup) === group && state !== 'Z' && state !== 'X') return true
  }
  return false
}
