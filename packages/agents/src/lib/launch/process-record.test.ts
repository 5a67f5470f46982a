import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isRunning, waitUntil } from '../../../../../test/support/processes.ts'
import { sourceUrl, typescriptArgs } from '../../../../../test/support/typescript-script.ts'
import { findByPs, findProgramByVariable } from './find-program-by-variable.ts'
import { endOrphans, NOTE_VARIABLE, readRuns } from './process-record.ts'

let notesDir: string
let children: ChildProcess[] = []
beforeEach(async () => {
  notesDir = await mkdtemp(join(tmpdir(), 'onesoul-notes-'))
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await rm(notesDir, { recursive: true })
})

/** A run that is killed by itself at a moment of a start; prints the program's number before. */
async function diesWhile(moment: string, group: boolean): Promise<number> {
  const launch = sourceUrl('packages/agents/src/lib/launch/')
  const module = `
    import { spawn } from 'node:child_process'
    import { writeSync } from 'node:fs'
    import { noteStart } from '${launch}process-record.ts'
    const die = () => process.kill(process.pid, 'SIGKILL')
    const run = { notesDir: ${JSON.stringify(notesDir)}, leases: [] }
    const note = await noteStart(run, ${group})
    if (${JSON.stringify(moment)} === 'before') die()
    const env = { PATH: '/usr/bin:/bin', ...note.env }
    const loop = 'while :; do sleep 0.05; done'
    const script = 'trap "exit" TERM; ' + (${group} ? '(' + loop + ') & ' : '') + loop
    const child = spawn('/bin/sh', ['-c', script], { detached: ${group}, env, stdio: 'ignore' })
    writeSync(1, String(child.pid))
    if (${JSON.stringify(moment)} === 'between') die()
    await note.started(child.pid)
    die()`
  const run = spawn(process.execPath, typescriptArgs(module), {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  let printed = ''
  run.stdout.on('data', (chunk) => {
    printed += chunk
  })
  await once(run, 'close')
  expect(run.signalCode).toBe('SIGKILL')
  return Number(printed)
}

describe('endOrphans', () => {
  it.each([
    ['between', true],
    ['between', false],
    ['after', true],
    ['after', false],
  ])(
    'ends a program whose starter was killed %s its start and its note (own group: %s)',
    async (moment, group) => {
      const pid = await diesWhile(moment, group)
      expect(isRunning(pid)).toBe(true)
      expect(await readdir(notesDir)).toHaveLength(1)
      expect(await endOrphans(notesDir)).toEqual([pid])
      expect(isRunning(pid)).toBe(false)
      expect(await readdir(notesDir)).toEqual([])
    },
  )

  it('takes away what a killed writer had begun to note, and nothing of a living one', async () => {
    const gone = await diesWhile('before', true).then(() => readdir(notesDir))
    const living = `b.json.${process.pid}.draft`
    for (const name of [`a.json.${2 ** 22 + 1}.draft`, living]) {
      await writeFile(join(notesDir, name), '{')
    }
    expect(await endOrphans(notesDir)).toEqual([])
    expect(gone).toHaveLength(1)
    expect(await readdir(notesDir)).toEqual([living])
  })

  it('takes the note of a program away that was never started', async () => {
    await diesWhile('before', true)
    expect(await readdir(notesDir)).toHaveLength(1)
    expect(await endOrphans(notesDir)).toEqual([])
    expect(await readdir(notesDir)).toEqual([])
  })
})

describe('readRuns', () => {
  it('tells of no run by a note that is damaged', async () => {
    const owner = { pid: process.pid, birth: null }
    const notes = [null, {}, { owner }, { owner, token: 'x', program: { pid: -1 }, group: true }]
    for (const [index, note] of notes.entries()) {
      await writeFile(join(notesDir, `${index}.json`), JSON.stringify(note))
    }
    await mkdir(join(notesDir, 'folder.json'))
    expect(await readRuns(notesDir)).toEqual([])
    const whole = { owner, token: 'none-has-it', program: null, group: true }
    await writeFile(join(notesDir, 'whole.json'), JSON.stringify(whole))
    expect(await readRuns(notesDir)).toEqual([
      { ownerPid: process.pid, alive: true, programPid: null },
    ])
    expect(await endOrphans(notesDir)).toEqual([])
    expect((await readdir(notesDir)).sort()).toEqual(['folder.json', 'whole.json'])
  })
})

describe('findProgramByVariable', () => {
  it('finds the program itself among what it started, in both ways of looking', async () => {
    const value = `test-${process.pid}`
    const script = 'sleep 60 & sleep 60 & wait'
    const env = { PATH: '/usr/bin:/bin', [NOTE_VARIABLE]: value }
    const child = spawn('/bin/sh', ['-c', script], { env, stdio: 'ignore', detached: true })
    children = [child]
    const all = (): Promise<readonly number[]> => findByPs(`${NOTE_VARIABLE}=${value}`)
    let seen = 0
    await waitUntil(() => {
      void all().then((pids) => {
        seen = pids.length
      })
      return seen === 3
    })
    expect(await all()).toContain(child.pid)
    expect((await findProgramByVariable(NOTE_VARIABLE, value))?.pid).toBe(child.pid)
    expect(await findProgramByVariable(NOTE_VARIABLE, `${value}0`)).toBeNull()
    process.kill(-(child.pid ?? 0), 'SIGKILL')
  })
})
