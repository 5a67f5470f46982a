import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isRunning, waitUntil } from '../../../../../test/support/processes.ts'
import { sourceUrl, typescriptArgs } from '../../../../../test/support/typescript-script.ts'
import { deliveryPath } from './content-address.ts'
import { sweepDeliveries, withDeliveryFiles } from './delivery-files.ts'

let deliverDir = ''
let base = ''
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'onesoul-deliver-'))
  deliverDir = join(base, 'state', 'deliver')
})
afterEach(() => rm(base, { recursive: true, force: true }))

const fileOf = (content: string) => ({ path: deliveryPath(deliverDir, content), content })

/** Everything that is left in the folder, directories aside; lock files of a folder that is in use do not count. */
async function leftovers(): Promise<string[]> {
  const entries = await readdir(deliverDir, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

/** A run in a process of its own that delivers `content` and has an agent which takes its time to end. */
function startRun(
  content: string,
  launcher: string,
  around = 'withDeliveryFiles(plan.files, {}, run)',
): { run: ChildProcess; agent: Promise<number> } {
  const launch = sourceUrl('packages/agents/src/lib/launch/')
  const module = `
    import { askingRun, withDeliveryFiles } from '${launch}delivery-files.ts'
    import { launchCaptured } from '${launch}captured.ts'
    import { launchInteractive } from '${launch}interactive.ts'
    import { startDriven } from '${launch}driven.ts'
    const plan = {
      command: '/bin/sh', cwd: '/',
      args: ['-c', 'trap "sleep 0.4; exit" TERM; echo $$ >&2; while :; do sleep 0.05; done'],
      env: { PATH: '/usr/bin:/bin' }, files: [${JSON.stringify(fileOf(content))}],
    }
    const onStderr = (chunk) => process.stderr.write(chunk)
    const run = (own) => ${launcher}
    await ${around}`
  const run = spawn(process.execPath, typescriptArgs(module), {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  const agent = once(run.stderr ?? run, 'data').then(([chunk]) => Number(String(chunk)))
  return { run, agent }
}

const LAUNCHERS = {
  captured: `launchCaptured({ ...plan, run: own }, { stdio: 'capture', onStderr })`,
  interactive: 'launchInteractive({ ...plan, run: own })',
  driven: `startDriven({ ...plan, run: own }, { onStderr }).then((driven) => driven.exit)`,
}

describe('withDeliveryFiles', () => {
  it('has the files there for the run alone, for the person alone', async () => {
    const file = fileOf('# Persona\n')
    const seen = await withDeliveryFiles([file], {}, async () => ({
      content: await readFile(file.path, 'utf8'),
      fileMode: (await stat(file.path)).mode & 0o777,
      folderMode: (await stat(deliverDir)).mode & 0o777,
    }))
    expect(seen).toEqual({ content: '# Persona\n', fileMode: 0o600, folderMode: 0o700 })
    expect(await leftovers()).toEqual([])
  })

  it('removes them when the run fails', async () => {
    const failing = withDeliveryFiles([fileOf('a'), fileOf('b')], {}, async () => {
      expect(await leftovers()).toContain(`${fileOf('b').path.slice(deliverDir.length + 1)}`)
      throw new Error('the run failed')
    })
    await expect(failing).rejects.toThrow('the run failed')
    expect(await leftovers()).toEqual([])
  })

  it('writes nothing for a plan without files', async () => {
    expect(await withDeliveryFiles([], {}, async () => 1)).toBe(1)
    expect(await readdir(base)).toEqual([])
  })

  it('keeps a shared file until its last run ends', async () => {
    const file = fileOf('shared')
    let endFirst: (() => void) | undefined
    const firstRun = () =>
      new Promise<void>((end) => {
        endFirst = end
      })
    const first = withDeliveryFiles([file], {}, firstRun)
    await waitUntil(() => endFirst !== undefined)
    await withDeliveryFiles([file], {}, async () => undefined)
    expect(await readFile(file.path, 'utf8')).toBe('shared')
    endFirst?.()
    await first
    expect(await leftovers()).toEqual([])
  })

  it('lets many runs share one file', async () => {
    const file = fileOf('busy')
    const texts = await Promise.all(
      Array.from({ length: 8 }, () =>
        withDeliveryFiles([file], {}, () => readFile(file.path, 'utf8')),
      ),
    )
    expect(new Set(texts)).toEqual(new Set(['busy']))
    expect(await leftovers()).toEqual([])
  })
})

describe('sweepDeliveries', () => {
  it.each(Object.entries(LAUNCHERS))(
    'leaves nothing of a %s run that was killed',
    async (_, launcher) => {
      const { run, agent } = startRun('orphan', launcher)
      const pid = await agent
      await waitUntil(() => isRunning(pid))
      const file = fileOf('orphan').path
      run.kill('SIGKILL')
      await once(run, 'exit')
      expect(isRunning(pid)).toBe(true)
      expect(await readFile(file, 'utf8')).toBe('orphan')
      expect(await sweepDeliveries(deliverDir)).toEqual([file])
      expect(isRunning(pid)).toBe(false)
      expect(await leftovers()).toEqual([])
    },
  )

  it('leaves nothing of a program that was only asked something', async () => {
    const around = `run(askingRun(${JSON.stringify(deliverDir)}))`
    const { run, agent } = startRun('unused', LAUNCHERS.driven, around)
    const pid = await agent
    run.kill('SIGKILL')
    await once(run, 'exit')
    expect(isRunning(pid)).toBe(true)
    expect(await sweepDeliveries(deliverDir)).toEqual([])
    expect(isRunning(pid)).toBe(false)
    expect(await leftovers()).toEqual([])
  })

  it('leaves the file and the agent of a living run alone', async () => {
    const { run, agent } = startRun('living', LAUNCHERS.captured)
    const pid = await agent
    expect(await sweepDeliveries(deliverDir)).toEqual([])
    expect(isRunning(pid)).toBe(true)
    expect(await readFile(fileOf('living').path, 'utf8')).toBe('living')
    run.kill('SIGTERM')
    await once(run, 'exit')
    expect(isRunning(pid)).toBe(false)
    expect(await leftovers()).toEqual([])
  })

  it('has nothing to do in a folder that is not there', async () => {
    expect(await sweepDeliveries(join(base, 'nowhere'))).toEqual([])
  })
})
