import { readFile } from 'node:fs/promises'
import { errnoOf } from '../errno.ts'

/** One process, told apart from a later one with the same number. */
export interface ProcessIdentity {
  readonly pid: number
  /** When it was born, as the system says it; compare for equality only. `null` where the system does not tell. */
  readonly birth: string | null
}

/**
 * Who the process with this number is now, or `null` when no such process runs (a zombie does not run).
 *
 * Linux: boot id and field 22 of `/proc/<pid>/stat`. Elsewhere: `ps -o lstart=`.
 */
export async function processIdentity(pid: number): Promise<ProcessIdentity | null> {
  if (!Number.isSafeInteger(pid) || pid <= 0) return null
  if (process.platform === 'win32') return withoutBirth(pid)
  return process.platform === 'linux' ? identityFromProc(pid) : identityFromPs(pid)
}

/** Whether that very process still runs. Without birth times the number alone decides, which errs towards alive. */
export async function isAlive(identity: ProcessIdentity): Promise<boolean> {
  const now = await processIdentity(identity.pid)
  if (now === null) return false
  return now.birth === null || identity.birth === null || now.birth === identity.birth
}

async function identityFromProc(pid: number): Promise<ProcessIdentity | null> {
  let stat: string
  try {
    stat = await readFile(`/proc/${pid}/stat`, 'latin1')
  } catch {
    // Either gone, or hidden from us by a `hidepid` mount; a signal tells the two apart.
    return withoutBirth(pid)
  }
  const { state, startTicks } = parseProcStat(stat)
  if (state === 'Z' || state === 'X') return null
  return { pid, birth: startTicks === null ? null : `${await bootId()}:${startTicks}` }
}

/** State and start time of a `/proc/<pid>/stat` line; the command in it may hold blanks and brackets. */
export function parseProcStat(stat: string): {
  readonly state: string | null
  readonly startTicks: string | null
} {
  const fields = stat
    .slice(stat.lastIndexOf(')') + 1)
    .trim()
    .split(' ')
  return { state: fields[0] ?? null, startTicks: fields[19] ?? null }
}

let bootIdOnce: Promise<string> | undefined

function bootId(): Promise<string> {
  bootIdOnce ??= readFile('/proc/sys/kernel/random/boot_id', 'latin1').then(
    (text) => text.trim(),
    () => 'unknown-boot',
  )
  return bootIdOnce
}

/** As {@link processIdentity}, by the `ps` of POSIX systems without `/proc`; births are whole seconds in UTC. */
export async function identityFromPs(pid: number): Promise<ProcessIdentity | null> {
  const line = await psLine(pid)
  if (line === null) return withoutBirth(pid)
  const [state = '', ...birth] = line.trim().split(/\s+/u)
  if (state.startsWith('Z')) return null
  return { pid, birth: birth.length === 0 ? null : birth.join(' ') }
}

async function psLine(pid: number): Promise<string | null> {
  // Only here: loading it takes a tenth of what a whole start may.
  const { execFile } = await import('node:child_process')
  const env = { PATH: '/bin:/usr/bin', LC_ALL: 'C', TZ: 'UTC' }
  return new Promise((done) => {
    execFile(
      'ps',
      ['-o', 'stat=', '-o', 'lstart=', '-p', String(pid)],
      { env, timeout: 5000 },
      (error, stdout) => done(error !== null || stdout.trim() === '' ? null : stdout),
    )
  })
}

function withoutBirth(pid: number): ProcessIdentity | null {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs and belongs to somebody else.
    if (errnoOf(error) !== 'EPERM') return null
  }
  return { pid, birth: null }
}
