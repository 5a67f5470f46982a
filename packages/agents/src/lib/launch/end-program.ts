import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive, type ProcessIdentity } from '@onesoul/disk'
import { endGroup } from './process-group.ts'

const KILL_AFTER_MS = 5000
const POLL_MS = 20

/** Ends a program by SIGTERM, then SIGKILL; with `group` everything in the process group that it leads. */
export async function endProgram(
  program: ProcessIdentity,
  { group }: { readonly group: boolean },
): Promise<void> {
  if (group) return endGroup(program.pid, KILL_AFTER_MS)
  // Whoever looks next takes a program that still runs for one that still reads its files.
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (await endsBy(signal, program)) return
  }
}

/** Signals one process and waits for its end. False: it still runs after `KILL_AFTER_MS`. */
async function endsBy(signal: NodeJS.Signals, program: ProcessIdentity): Promise<boolean> {
  try {
    process.kill(program.pid, signal)
  } catch {
    // It ended meanwhile.
    return true
  }
  const deadline = Date.now() + KILL_AFTER_MS
  while (await isAlive(program)) {
    if (Date.now() >= deadline) return false
    await sleep(POLL_MS)
  }
  return true
}
