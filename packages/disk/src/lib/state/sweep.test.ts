import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runChild, startChild } from '../../../test/children.mjs'
import {
  acquireLease,
  prepareState,
  type StateLayout,
  stateLayout,
  sweep,
  withLock,
} from '../../index.ts'
import { tempFileName } from '../write/temp-file.ts'

let base: string
let layout: StateLayout
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'onesoul-sweep-'))
  layout = stateLayout(join(base, 'home'))
  await prepareState(layout.home)
})
afterEach(() => rm(base, { recursive: true, force: true }))

const swept = async (): Promise<readonly (readonly [string, string])[]> =>
  (await sweep(layout)).map(({ kind, path }) => [kind, relative(layout.home, path)])

/** Delivers, locks and writes as a run does, until it is killed; `extra` runs before that. */
const run = `
  const { acquireLease, stateLayout, withLock } = await load('index')
  const { tempFileName } = await load('lib/write/temp-file')
  const { mkdir, writeFile } = await import('node:fs/promises')
  const layout = stateLayout(args.home)
  const file = layout.deliver + '/abc.md'
  await acquireLease(layout.leases, 'abc', { prepare: () => writeFile(file, 'text') })
  await mkdir(layout.sessions + '/s1', { recursive: true })
  await mkdir(layout.agentConfigs + '/slack/dev', { recursive: true })
  for (const dir of [layout.deliver, layout.sessions + '/s1', layout.agentConfigs + '/slack/dev', layout.home]) {
    await writeFile(dir + '/' + tempFileName(), '')
  }
  await withLock(layout.locks + '/config.lock', {}, async () => { say('running'); await pause(60_000) })`

describe('sweep', () => {
  it('removes everything that a killed run left, and says what', async () => {
    const child = startChild(run, { home: layout.home })
    await child.heard('running')
    child.kill('SIGKILL')
    await child.exit
    expect(
      (await swept()).map(([kind, path]) =>
        `${kind} ${path}`.replace(/[0-9a-f]{8}-.*|\.[0-9a-f]{24}\./u, '*'),
      ),
    ).toEqual([
      'temp .onesoul-*',
      'temp agent-configs/slack/dev/.onesoul-*',
      'temp state/deliver/.onesoul-*',
      'temp state/sessions/s1/.onesoul-*',
      'lock state/locks/config.lock',
      'lease state/deliver/.leases/abc*lease',
      'delivery state/deliver/abc.md',
    ])
    expect(await readdir(layout.locks)).toEqual([])
    expect(await readdir(layout.deliver)).toEqual(['.leases'])
    expect(await readdir(layout.leases)).toEqual([])
    expect(await readdir(join(layout.sessions, 's1'))).toEqual([])
    expect(await swept()).toEqual([])
  })

  it('takes nothing from a run that lives', async () => {
    const child = startChild(run, { home: layout.home })
    await child.heard('running')
    expect(await swept()).toEqual([])
    expect(await readdir(layout.deliver)).toContain('abc.md')
    child.kill('SIGKILL')
    await child.exit
  })

  it('removes folders of skills that nobody uses, and drafts of them', async () => {
    const lease = await acquireLease(layout.leases, 'bundle-held')
    for (const name of ['held', 'left', 'left.draft']) {
      await mkdir(join(layout.skillBundles, name, 'skills'), { recursive: true })
      await writeFile(join(layout.skillBundles, name, 'skills', 'SKILL.md'), '')
    }
    expect(await swept()).toEqual([
      ['delivery', 'state/skills/bundles/left'],
      ['delivery', 'state/skills/bundles/left.draft'],
    ])
    expect(await readdir(layout.skillBundles)).toEqual(['held'])
    await lease.release()
  })

  it('removes a delivery file to which nobody holds a lease, and no other file', async () => {
    await writeFile(join(layout.deliver, 'old.md'), '')
    await writeFile(join(layout.deliver, 'notes.txt'), '')
    await writeFile(join(layout.sessions, 'receipt.md'), '')
    const lease = await acquireLease(layout.leases, 'new', {
      prepare: () => writeFile(join(layout.deliver, 'new.md'), ''),
    })
    expect(await swept()).toEqual([['delivery', 'state/deliver/old.md']])
    expect(await readdir(layout.deliver)).toEqual(['.leases', 'new.md', 'notes.txt'])
    await lease.release()
  })

  it('never removes a file between its lease and its release', async () => {
    const child = startChild(
      `const { acquireLease, stateLayout } = await load('index')
       const { readFile, rm, writeFile } = await import('node:fs/promises')
       const layout = stateLayout(args.home)
       const file = layout.deliver + '/abc.md'
       for (let turn = 0; turn < 30; turn++) {
         const lease = await acquireLease(layout.leases, 'abc', { prepare: () => writeFile(file, 'text') })
         await pause(2)
         if ((await readFile(file, 'utf8').catch(() => 'gone')) !== 'text') say('lost')
         await lease.release(() => rm(file))
       }`,
      { home: layout.home },
    )
    let ended = false
    const exit = child.exit.finally(() => {
      ended = true
    })
    while (!ended) expect(await swept()).toEqual([])
    expect(await exit).toMatchObject({ code: 0, said: [], stderr: '' })
  })

  it('removes sockets on which nobody listens any more', async () => {
    const path = join(layout.sessions, 'dead.sock')
    const holder = startChild(
      `const { createServer } = await import('node:net')
       createServer().listen(args.path, () => say('listening'))`,
      { path },
    )
    await holder.heard('listening')
    holder.kill('SIGKILL')
    await holder.exit
    expect(await swept()).toEqual([])
    const tenSecondsAgo = Date.now() / 1000 - 10
    await utimes(path, tenSecondsAgo, tenSecondsAgo)
    const live = join(layout.sessions, 'live.sock')
    const server = createServer().listen(live)
    await expect.poll(() => stat(live).then(() => true), { timeout: 10_000 }).toBe(true)
    await utimes(live, tenSecondsAgo, tenSecondsAgo)
    expect(await swept()).toEqual([['socket', 'state/sessions/dead.sock']])
    expect(await readdir(layout.sessions)).toEqual(['live.sock'])
    server.close()
  })

  it('may run while locks are held and taken', async () => {
    await withLock(join(layout.locks, 'x.lock'), {}, async () => {
      expect(await swept()).toEqual([])
    })
  })

  it('has nothing to do in a home without state, and makes none', async () => {
    const none = stateLayout(join(base, 'none'))
    expect(await sweep(none)).toEqual([])
    expect(await readdir(base)).toEqual(['home'])
  })

  it('says so when it may not remove', async () => {
    const name = tempFileName().replace(/-\d+-/u, '-4194303999-')
    await writeFile(join(layout.sessions, name), '')
    await chmod(base, 0o755)
    for (const folder of [layout.home, layout.state, layout.sessions]) await chmod(folder, 0o555)
    const said = await runChild(
      `const { stateLayout, sweep } = await load('index')
       await sweep(stateLayout(args.home)).catch((error) => say([error.name, error.code, error.errno]))`,
      { home: layout.home },
      { asNobody: true },
    ).finally(async () => {
      for (const folder of [layout.home, layout.state, layout.sessions]) await chmod(folder, 0o700)
    })
    expect(said).toEqual([['DiskError', 'sweep-failed', 'EACCES']])
  })

  it('leaves the folder of a session that may not be emptied, and goes on', async () => {
    const closed = join(layout.sessions, '.old-closed')
    for (const folder of [closed, join(layout.sessions, '.old-open')]) {
      await mkdir(folder)
      await writeFile(join(folder, 'session.json'), '')
    }
    await chmod(base, 0o755)
    if (process.geteuid?.() === 0) execFileSync('chown', ['-R', '65534:65534', layout.home])
    await chmod(closed, 0)
    const said = await runChild(
      `const { stateLayout, sweep } = await load('index')
       say((await sweep(stateLayout(args.home))).map(({ path }) => path))`,
      { home: layout.home },
      { asNobody: true },
    ).finally(() => chmod(closed, 0o700))
    expect(said).toEqual([[join(layout.sessions, '.old-open')]])
    expect(await readdir(layout.sessions)).toEqual(['.old-closed'])
  })

  it('leaves what is not in the state alone', async () => {
    await mkdir(layout.agentConfigs)
    await writeFile(join(layout.agentConfigs, 'SOUL.md'), 'soul')
    await writeFile(layout.config, '')
    await sweep(layout)
    expect((await readdir(layout.home)).sort()).toEqual(['agent-configs', 'config.yaml', 'state'])
  })
})
