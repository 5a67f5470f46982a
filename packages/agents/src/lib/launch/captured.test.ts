import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { isRunning, waitUntil } from '../../../../../test/support/processes.ts'
import { sourceUrl, typescriptArgs } from '../../../../../test/support/typescript-script.ts'
import type { LaunchOptions } from '../port/agent.ts'
import { launchCaptured } from './captured.ts'

const ENV = { PATH: '/usr/local/bin:/usr/bin:/bin' }

function shell(script: string): { command: string; args: string[]; env: typeof ENV; cwd: string } {
  return { command: '/bin/sh', args: ['-c', script], env: ENV, cwd: '/' }
}

async function capture(script: string, options: Partial<LaunchOptions> = {}) {
  const stdout: Uint8Array[] = []
  const stderr: Uint8Array[] = []
  const end = await launchCaptured(shell(script), {
    stdio: 'capture',
    onStdout: (chunk) => stdout.push(chunk),
    onStderr: (chunk) => stderr.push(chunk),
    ...options,
  })
  return { end, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr) }
}

describe('launchCaptured', () => {
  it('passes output on byte for byte and tells the exit code', async () => {
    const { end, stdout, stderr } = await capture(
      `printf 'a\\000\\377\\r\\n'; printf 'err' >&2; exit 7`,
    )
    expect(stdout).toEqual(Buffer.from([0x61, 0, 0xff, 0x0d, 0x0a]))
    expect(stderr.toString()).toBe('err')
    expect(end).toEqual({ code: 7, signal: null })
  })

  it('passes on all of an output that is larger than a pipe', async () => {
    const { stdout } = await capture('head -c 3000000 /dev/zero')
    expect(stdout).toHaveLength(3_000_000)
  })

  it('closes the standard input', async () => {
    expect((await capture('cat; echo end')).stdout.toString()).toBe('end\n')
  })

  it.each(['capture', 'inherit'])(
    'leaves nothing that keeps us from ending (%s)',
    async (stdio) => {
      const module = `
      import { launchCaptured } from '${sourceUrl('packages/agents/src/lib/launch/captured.ts')}'
      const plan = { command: '/bin/true', args: [], env: {}, cwd: '/' }
      await launchCaptured(plan, { stdio: ${JSON.stringify(stdio)} })
      const timers = process.getActiveResourcesInfo().filter((name) => name === 'Timeout')
      process.exit(timers.length)`
      const child = spawn(process.execPath, typescriptArgs(module), { stdio: 'ignore' })
      expect((await once(child, 'exit'))[0]).toBe(0)
    },
  )

  it('gives the program the plan’s environment and nothing else', async () => {
    const { stdout } = await capture(
      'env | cut -d= -f1 | grep -v "^_$\\|^PWD$\\|^SHLVL$\\|^OLDPWD$"',
    )
    expect(stdout.toString()).toBe('PATH\n')
  })

  it('tells the signal that ended the program', async () => {
    expect((await capture('kill -9 $$')).end).toEqual({ code: null, signal: 'SIGKILL' })
  })

  it('runs the program as the leader of its own process group', async () => {
    const { stdout } = await capture('echo $$; cut -d" " -f5 /proc/$$/stat')
    const [pid, group] = stdout.toString().split('\n')
    expect(group).toBe(pid)
  })

  it('ends a grandchild that holds the pipe and reports the program’s own end', async () => {
    const started = Date.now()
    const { end, stdout } = await capture('sleep 60 & echo $!; exit 3')
    expect(end).toEqual({ code: 3, signal: null })
    expect(Date.now() - started).toBeLessThan(1500)
    expect(isRunning(Number(stdout.toString()))).toBe(false)
  })

  it('does not wait for a daemon that left the group and holds the pipe', async () => {
    const { end, stdout } = await capture('setsid sleep 8 & sleep 0.2; echo done')
    expect(end.code).toBe(0)
    expect(stdout.toString()).toBe('done\n')
  }, 5000)

  it('kills a group that ignores SIGTERM after the given time', async () => {
    const controller = new AbortController()
    let pid = 0
    const { end } = await capture(`trap '' TERM; echo $$; while :; do sleep 0.1; done`, {
      signal: controller.signal,
      killAfterMs: 300,
      onStdout: (chunk) => {
        pid = Number(Buffer.from(chunk).toString())
        controller.abort()
      },
    })
    expect(end).toEqual({ code: null, signal: 'SIGKILL' })
    expect(isRunning(pid)).toBe(false)
  })

  it('ends the group when it is cancelled', async () => {
    const { end } = await capture('sleep 30', { signal: AbortSignal.timeout(100) })
    expect(end).toEqual({ code: null, signal: 'SIGTERM' })
  })

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('passes %s on to the group', async (signal) => {
    const trap = `trap 'exit 77' ${signal.slice(3)}; echo ready; while :; do sleep 0.05; done`
    const { end } = await capture(trap, { onStdout: () => process.emit(signal, signal) })
    expect(end).toEqual({ code: 77, signal: null })
  })

  it('leaves the signal handlers of this process as they were', async () => {
    const before = process.listenerCount('SIGINT') + process.listenerCount('exit')
    await capture('true')
    expect(process.listenerCount('SIGINT') + process.listenerCount('exit')).toBe(before)
  })

  it('starts nothing when it is cancelled already', async () => {
    const onStdout = () => expect.unreachable()
    const run = capture('echo started', { signal: AbortSignal.abort(), onStdout })
    await expect(run).rejects.toMatchObject({ code: 'start-failed' })
  })

  it.each([
    [{ command: '/nowhere/agent' }, 'ENOENT'],
    [{ cwd: '/nowhere' }, 'the working directory /nowhere does not exist'],
    [{ command: '/etc/passwd' }, 'EACCES'],
    [{ args: ['x'.repeat(200_000)] }, 'larger than the system allows'],
  ])('says why a program was not started: %o', async (change, words) => {
    const run = launchCaptured({ ...shell('true'), ...change }, { stdio: 'capture' })
    await expect(run).rejects.toMatchObject({
      name: 'AgentError',
      code: 'start-failed',
      message: expect.stringContaining(words),
    })
  })

  describe('with inherited output', () => {
    /** Starts our launcher as its own process, with `script` as the agent. */
    function inherit(script: string, after = '', stdin = 'closed') {
      const module = `
        import { launchCaptured } from ${JSON.stringify(sourceUrl('packages/agents/src/lib/launch/captured.ts'))}
        const plan = { command: '/bin/sh', args: ['-c', process.argv[1]], env: { PATH: '/usr/bin:/bin' }, cwd: '/' }
        ${after}
        const end = await launchCaptured(plan, { stdio: 'inherit', killAfterMs: 500, stdin: '${stdin}' })
        process.exit(end.code ?? 99)`
      const launcher = spawn(process.execPath, [...typescriptArgs(module), script], {
        stdio: [stdin === 'closed' ? 'ignore' : 'pipe', 'pipe', 'inherit'],
      })
      const chunks: Buffer[] = []
      launcher.stdout?.on('data', (chunk) => chunks.push(chunk))
      return { launcher, output: () => Buffer.concat(chunks), ended: once(launcher, 'close') }
    }

    it('writes the agent’s bytes and nothing else to our standard output', async () => {
      const { output, ended } = inherit(`printf 'a\\000\\377\\n'; exit 6`)
      expect(await ended).toEqual([6, null])
      expect(output()).toEqual(Buffer.from([0x61, 0, 0xff, 0x0a]))
    })

    it('hands our standard input on when it is asked to', async () => {
      const { launcher, output, ended } = inherit('cat', '', 'inherit')
      launcher.stdin?.end('piped text')
      expect(await ended).toEqual([0, null])
      expect(output().toString()).toBe('piped text')
    })

    it('ends the group when we are asked to end', async () => {
      const { launcher, output, ended } = inherit('echo $$; exec sleep 30')
      await waitUntil(() => output().length > 0)
      launcher.kill('SIGTERM')
      expect(await ended).toEqual([99, null])
      expect(isRunning(Number(output()))).toBe(false)
    })

    it('passes on what we are told while the program is started', async () => {
      const { output, ended } = inherit(
        'echo $$; exec sleep 30',
        "queueMicrotask(() => process.kill(process.pid, 'SIGTERM'))",
      )
      expect(await ended).toEqual([99, null])
      // It may have ended before it could say who it is.
      const pid = Number(output())
      expect(pid > 0 && isRunning(pid)).toBe(false)
    })

    it('ends the group when we leave without waiting', async () => {
      const { output, ended } = inherit(
        'echo $$; exec sleep 30',
        'setTimeout(() => process.exit(3), 1500)',
      )
      expect(await ended).toEqual([3, null])
      expect(await waitUntil(() => !isRunning(Number(output())))).toBe(true)
    })
  })
})
