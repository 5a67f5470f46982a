import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { isRunning } from '../../../../../test/support/processes.ts'
import { endGroup } from './process-group.ts'

/** A group whose members do not care about SIGTERM. */
async function startStubborn(members: number): Promise<{ leader: number; pids: number[] }> {
  const member = `sh -c 'trap "" TERM; echo $$; while :; do sleep 0.1; done' & `
  const script = `trap "" TERM; ${member.repeat(members)} wait`
  const child = spawn('/bin/sh', ['-c', script], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  while (said.split('\n').length <= members) {
    const [chunk] = await once(child.stdout, 'data')
    said += String(chunk)
  }
  return { leader: child.pid ?? 0, pids: said.trim().split('\n').map(Number) }
}

describe('endGroup', () => {
  it('resolves when nothing of a group that ignores SIGTERM runs any more', async () => {
    const { leader, pids } = await startStubborn(12)
    expect(pids.every(isRunning)).toBe(true)
    await endGroup(leader, 100)
    expect([leader, ...pids].filter(isRunning)).toEqual([])
  })

  it('has nothing to do for a group that is gone', async () => {
    const child = spawn('/bin/true', { detached: true })
    await once(child, 'exit')
    await endGroup(child.pid ?? 0, 60_000)
  })
})
