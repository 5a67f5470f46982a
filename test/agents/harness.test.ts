import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { isRunning } from '../support/processes.ts'
import { runUnderPty } from './harness/run-under-pty.ts'
import { createSandbox, type Sandbox } from './harness/sandbox.ts'
import { snapshotTree, treeHash } from './harness/tree-snapshot.ts'
import { watchArgv } from './harness/watch-argv.ts'

let sandbox: Sandbox | undefined
afterEach(() => sandbox?.remove())

const PTY = { cwd: '/', env: { PATH: '/usr/bin:/bin', TERM: 'xterm' } }

describe('createSandbox', () => {
  it('gives a clean work tree and an environment that reaches nothing', async () => {
    sandbox = await createSandbox((base) => ({ EXTRA: base }))
    expect(sandbox.git('status', '--porcelain')).toBe('')
    expect(sandbox.env).toMatchObject({ HOME: sandbox.home, EXTRA: sandbox.base })
    await sandbox.put('tree/a/b.txt', 'x')
    expect(sandbox.git('status', '--porcelain')).toBe('?? a/\n')
    sandbox.commit()
    expect(sandbox.git('status', '--porcelain')).toBe('')
  })
})

describe('snapshotTree', () => {
  it('tells content, modes and names apart', async () => {
    sandbox = await createSandbox()
    const { base, put } = sandbox
    await put('x/run-123.json', 'one')
    const dir = `${base}/x`
    const before = await treeHash(dir)
    const rename = (path: string) => path.replace(/\d+/, 'N')
    const renamed = await snapshotTree(dir, { rename })
    expect(Object.keys(renamed)).toEqual(['run-N.json'])
    await put('x/run-123.json', 'two')
    expect(await treeHash(dir)).not.toBe(before)
    expect(await snapshotTree(dir, { rename })).not.toEqual(renamed)
    const ignoreContent = () => true
    expect(await snapshotTree(dir, { ignoreContent })).toEqual({ 'run-123.json': 'file 644' })
    expect(await snapshotTree(`${base}/nowhere`)).toEqual({})
  })
})

describe('runUnderPty', () => {
  it('types, sees the size and its change, and passes Ctrl-C', async () => {
    const script = `
      trap 'stty size' WINCH; trap 'echo bye; exit 7' INT
      stty size; read -r line; echo "got $line"
      while :; do sleep 0.05; done`
    const program = runUnderPty('/bin/sh', ['-c', script], { ...PTY, columns: 100, rows: 30 })
    await program.shows('30 100')
    await program.type('hello 中文')
    program.press('enter')
    await program.shows('got hello 中文')
    program.resize(90, 20)
    await program.shows('20 90')
    program.press('ctrl-c')
    await program.shows('bye')
    expect(await program.ended).toEqual({ exitCode: 7, signal: 0 })
  })

  it('says what was on the screen when a text never came', async () => {
    const program = runUnderPty('/bin/sh', ['-c', 'printf "\\033[1mbold\\033[0m"; sleep 5'], PTY)
    await program.shows('bold')
    await expect(program.shows('italic', 100)).rejects.toThrow('italic\nbold')
    program.kill()
    expect((await program.ended).signal).toBe(9)
    expect(isRunning(program.pid)).toBe(false)
  })
})

describe('watchArgv', () => {
  it('sees the arguments and the environment of a grandchild', async () => {
    const watch = watchArgv(process.pid)
    const child = spawn('/bin/sh', ['-c', 'SECRET=in-the-environment sleep 0.31; true'])
    await once(child, 'exit')
    const seen = watch.stop()
    expect(seen.map(({ argv }) => argv.join(' '))).toContain('sleep 0.31')
    expect(seen.flatMap(({ environment }) => environment)).toContain('SECRET=in-the-environment')
  })
})
