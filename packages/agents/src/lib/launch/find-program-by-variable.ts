import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { type ProcessIdentity, processIdentity } from '@onesoul/disk'

/**
 * Finds the program that was started with this in its environment: of it and
 * what it started in turn, the one that has run longest. `null`: there is none, or
 * this system shows no environments (Windows).
 */
export async function findProgramByVariable(
  name: string,
  value: string,
): Promise<ProcessIdentity | null> {
  const setting = `${name}=${value}`
  const pids = process.platform === 'linux' ? await findInProc(setting) : await findByPs(setting)
  const found = await Promise.all(pids.map((pid) => processIdentity(pid)))
  const living = found.filter((identity) => identity !== null)
  return living.toSorted((a, b) => startOf(a) - startOf(b) || a.pid - b.pid)[0] ?? null
}

async function findInProc(setting: string): Promise<readonly number[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    names.map(async (name) => {
      // Gone meanwhile, or somebody else's: then it is none of ours.
      const environment = await readFile(`/proc/${name}/environ`, 'latin1').catch(() => '')
      return environment.split('\0').includes(setting) ? [Number(name)] : []
    }),
  )
  return found.flat()
}

/** As the search in `/proc`, by the `ps` of macOS and the BSDs, which prints environments behind commands. */
export function findByPs(setting: string): Promise<readonly number[]> {
  if (process.platform === 'win32') return Promise.resolve([])
  const args = process.platform === 'darwin' ? ['-axEww'] : ['axeww']
  const options = { env: { PATH: '/bin:/usr/bin', LC_ALL: 'C' }, timeout: 5000, maxBuffer: 1 << 26 }
  return new Promise((done) => {
    execFile('ps', [...args, '-o', 'pid=', '-o', 'command='], options, (_, stdout) => {
      const lines = stdout.split('\n').filter((line) => line.split(' ').includes(setting))
      done(lines.map((line) => Number.parseInt(line, 10)).filter(Number.isSafeInteger))
    })
  })
}

/** Ticks since the boot on Linux, a date elsewhere; an unknown birth counts as the last. */
function startOf({ birth }: ProcessIdentity): number {
  if (birth === null) return Number.MAX_SAFE_INTEGER
  const ticks = Number(birth.slice(birth.lastIndexOf(':') + 1))
  const date = Date.parse(birth)
  if (process.platform !== 'linux' && !Number.isNaN(date)) return date
  return Number.isNaN(ticks) ? Number.MAX_SAFE_INTEGER : ticks
}
