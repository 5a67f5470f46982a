import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { isAlive, processIdentity } from '../../index.ts'
import { identityFromPs, parseProcStat } from './process-identity.ts'

const onLinux = process.platform === 'linux'
const hasPs = ((): boolean => {
  try {
    execFileSync('ps', ['-o', 'lstart=', '-p', String(process.pid)], { stdio: 'pipe' })
    return true
  } catch {
    // Small containers come without it.
    return false
  }
})()

describe('processIdentity', () => {
  it('gives a running process the same birth each time', async () => {
    const first = await processIdentity(process.pid)
    expect(first?.pid).toBe(process.pid)
    expect(first?.birth).toEqual(expect.any(String))
    expect(await processIdentity(process.pid)).toEqual(first)
  })

  it('is null for a process that has ended', async () => {
    const child = spawn(process.execPath, ['--eval', ''])
    await once(child, 'close')
    expect(await processIdentity(child.pid ?? 0)).toBeNull()
  })

  it.each([0, -1, 1.5, Number.NaN])(
    'is null for %d, which is no number of a process',
    async (pid) => {
      expect(await processIdentity(pid)).toBeNull()
    },
  )

  it.runIf(onLinux)('takes a zombie for ended', async () => {
    const parent = spawn('sh', ['-c', 'sleep 1 & echo $!; exec sleep 60'])
    try {
      const [line] = await once(parent.stdout, 'data')
      const pid = Number(String(line))
      await expect.poll(() => processIdentity(pid), { timeout: 15_000 }).toBeNull()
      expect(() => process.kill(pid, 0)).not.toThrow()
    } finally {
      parent.kill('SIGKILL')
    }
  })

  it.runIf(onLinux)('sees processes of other users', async () => {
    expect((await processIdentity(1))?.birth).toEqual(expect.any(String))
  })
})

describe('isAlive', () => {
  it('is false for a number that was given to another process', async () => {
    const self = await processIdentity(process.pid)
    expect(await isAlive({ pid: process.pid, birth: self?.birth ?? null })).toBe(true)
    expect(await isAlive({ pid: process.pid, birth: 'another boot:1' })).toBe(false)
  })

  it('trusts the number alone where no birth is known', async () => {
    expect(await isAlive({ pid: process.pid, birth: null })).toBe(true)
  })
})

describe('parseProcStat', () => {
  it('is not misled by a command with blanks and brackets', () => {
    const rest = 'S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 4711 20'
    expect(parseProcStat(`12 (a) Z 1) ${rest}\n`)).toEqual({ state: 'S', startTicks: '4711' })
  })
})

describe.runIf(hasPs)('identityFromPs', () => {
  it('tells births apart where there is no /proc', async () => {
    const self = await identityFromPs(process.pid)
    expect(self?.birth).toMatch(/^\w{3} \w{3} +\d+ \d\d:\d\d:\d\d \d{4}$/u)
    const parent = await identityFromPs(process.ppid)
    expect(parent?.pid).toBe(process.ppid)
  })

  it('is null for a process that has ended', async () => {
    const child = spawn(process.execPath, ['--eval', ''])
    await once(child, 'close')
    expect(await identityFromPs(child.pid ?? 0)).toBeNull()
  })
})
