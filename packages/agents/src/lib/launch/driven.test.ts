import { describe, expect, it } from 'vitest'
import { isRunning } from '../../../../../test/support/processes.ts'
import { type DrivenOptions, type DrivenProcess, startDriven } from './driven.ts'

function start(script: string, options?: DrivenOptions): Promise<DrivenProcess> {
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin' }
  return startDriven({ command: '/bin/sh', args: ['-c', script], env, cwd: '/' }, options)
}

async function collect(lines: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = []
  for await (const line of lines) all.push(line)
  return all
}

describe('startDriven', () => {
  it('exchanges lines and ends when its input is closed', async () => {
    const program = await start('while read -r line; do echo "got $line"; done; exit 4')
    program.send('one')
    program.send('{"two":2}')
    expect(await program.end()).toEqual({ code: 4, signal: null })
    expect(await collect(program.lines)).toEqual(['got one', 'got {"two":2}'])
  })

  it('drains standard error and keeps its tail', async () => {
    const seen: number[] = []
    const program = await start(
      'head -c 200000 /dev/zero | tr "\\0" x >&2; echo end >&2; echo out',
      {
        onStderr: (chunk) => seen.push(chunk.length),
      },
    )
    expect(await collect(program.lines)).toEqual(['out'])
    await program.exit
    expect(program.stderrTail()).toHaveLength(64 * 1024)
    expect(program.stderrTail().endsWith('xend\n')).toBe(true)
    expect(seen.reduce((sum, size) => sum + size, 0)).toBe(200_004)
  })

  it('refuses a line over the cap', async () => {
    const program = await start('head -c 300 /dev/zero; sleep 30', { maxLineBytes: 200 })
    await expect(collect(program.lines)).rejects.toMatchObject({ code: 'protocol' })
    await program.kill()
    expect(isRunning(program.pid)).toBe(false)
  })

  it('kills what ignores both a closed input and SIGTERM', async () => {
    const program = await start(`trap '' TERM; echo ready; while :; do sleep 0.1; done`, {
      killAfterMs: 200,
    })
    expect(await program.end()).toEqual({ code: null, signal: 'SIGKILL' })
    expect(isRunning(program.pid)).toBe(false)
  })

  it('ends the lines when a daemon outside the group holds the pipe', async () => {
    const program = await start('setsid sleep 6 & echo last')
    expect(await program.exit).toEqual({ code: 0, signal: null })
    expect(await collect(program.lines)).toEqual(['last'])
  }, 4000)

  it('ignores what is sent after the end', async () => {
    const program = await start('exit 0')
    await program.exit
    program.send('anybody?')
    expect(await program.exit).toEqual({ code: 0, signal: null })
  })

  it('rejects when the program is not there', async () => {
    const run = startDriven({ command: '/nowhere', args: [], env: {}, cwd: '/' })
    await expect(run).rejects.toMatchObject({ code: 'start-failed' })
  })
})
