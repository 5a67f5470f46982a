import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { isRunning, waitUntil } from '../../../../../test/support/processes.ts'
import { sourceUrl, typescriptArgs } from '../../../../../test/support/typescript-script.ts'

/** Starts our launcher as its own process, with `script` as the agent, and collects what it prints. */
function launch(script: string) {
  const module = `
    import { launchInteractive } from ${JSON.stringify(sourceUrl('packages/agents/src/lib/launch/interactive.ts'))}
    const env = { PATH: '/usr/local/bin:/usr/bin:/bin' }
    const plan = { command: '/bin/sh', args: ['-c', process.argv[1]], env, cwd: '/', files: [] }
    launchInteractive(plan).then(
      (end) => console.log(JSON.stringify(end)),
      (error) => console.log(error.code),
    )`
  const launcher = spawn(process.execPath, [...typescriptArgs(module), script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  let output = ''
  launcher.stdout.on('data', (chunk) => {
    output += chunk
  })
  return { launcher, output: () => output, ended: once(launcher, 'close') }
}

describe('launchInteractive', () => {
  it('shares our process group and inherits the standard streams', async () => {
    const { launcher, output, ended } = launch('cut -d" " -f5 /proc/$$/stat; exit 5')
    await ended
    expect(output()).toBe(`${launcher.pid}\n{"code":5,"signal":null}\n`)
  })

  it.each(['SIGINT', 'SIGQUIT'] as const)('leaves %s to the agent', async (signal) => {
    const { launcher, output, ended } = launch('echo ready; sleep 1; echo done')
    await waitUntil(() => output() !== '')
    launcher.kill(signal)
    await ended
    expect(output()).toBe('ready\ndone\n{"code":0,"signal":null}\n')
  })

  it.each(['SIGTERM', 'SIGHUP'] as const)('passes %s on', async (signal) => {
    const { launcher, output, ended } = launch(
      `trap 'echo caught; exit 9' ${signal.slice(3)}; echo ready; while :; do sleep 0.05; done`,
    )
    await waitUntil(() => output() !== '')
    launcher.kill(signal)
    await ended
    expect(output()).toBe('ready\ncaught\n{"code":9,"signal":null}\n')
  })

  it('stops with the agent and goes on with it', async () => {
    const { launcher, output, ended } = launch(
      `trap 'echo stopped' TSTP; trap 'echo continued; exit 0' CONT; echo $$; while :; do sleep 0.05; done`,
    )
    await waitUntil(() => output() !== '')
    const agent = Number(output())
    launcher.kill('SIGTSTP')
    expect(await waitUntil(() => output().includes('stopped'))).toBe(true)
    expect(isRunning(agent)).toBe(true)
    launcher.kill('SIGCONT')
    await ended
    expect(output()).toBe(`${agent}\nstopped\ncontinued\n{"code":0,"signal":null}\n`)
  })

  it('tells the signal that ended the agent', async () => {
    const { output, ended } = launch('kill -9 $$')
    await ended
    expect(output()).toBe('{"code":null,"signal":"SIGKILL"}\n')
  })
})
