/**
 * Many processes write the same file, notes and state of one work tree at once, and whoever holds the lock is killed now
 * and then. Says what was lost or torn: nothing may be.
 *
 *   node bench/shared-writes.mjs [PROCESSES] [OPERATIONS]      64 × 200 by default; needs a build
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findBlocks } from '@onesoul/core'
import { prepareState, sweep, withLock } from '@onesoul/disk'
import {
  addNote,
  editOverlayFile,
  findProjectPlace,
  readNotes,
  readProjectState,
  writeProjectState,
} from '@onesoul/sources'

const self = fileURLToPath(import.meta.url)
const ORIGINAL = Buffer.from('\ufeff# Rules\r\n\r\nRun the tests.  \r\nno line end')
const STRIP = { kind: 'strip', id: 'overlay' }

/** Runs it all in a temporary folder and returns the counts. */
export async function runSharedWrites({ processes, operations, kills }) {
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'onesoul-shared-')))
  try {
    const file = await createFile(dir)
    const outcome = { killed: 0, torn: 0, reads: 0, late: 0, failed: [] }
    const every = (processes * operations) / (kills + 1)
    const start = performance.now()
    const work = { running: processes, done: 0 }
    const workers = Array.from({ length: processes }, (_, number) =>
      keepRunning({ dir, number, operations, work }, outcome).finally(() => work.running--),
    )
    const watching = [
      killHolders(file, work, { every, outcome }),
      readAllTheTime(file, work, outcome),
    ]
    await Promise.all([...workers, ...watching])
    const seconds = (performance.now() - start) / 1000
    return { ...outcome, seconds, ...(await judge(file, dir)) }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

async function createFile(dir) {
  await mkdir(join(dir, 'repo/.git'), { recursive: true })
  writeFileSync(join(dir, 'repo/AGENTS.md'), ORIGINAL)
  await prepareState(join(dir, 'home'))
  return openFile(dir, 10_000)
}

async function openFile(dir, lockWaitMs) {
  const [home, cwd, userHome] = [join(dir, 'home'), join(dir, 'repo'), join(dir, 'user')]
  const place = await findProjectPlace({ home, cwd, userHome, lockWaitMs })
  return { place, path: join(cwd, 'AGENTS.md') }
}

/** Starts a process again where it was killed. */
async function keepRunning({ dir, number, operations, work }, outcome) {
  for (;;) {
    const child = spawn(
      process.execPath,
      [self, 'worker', dir, String(number), String(operations)],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    )
    let said = ''
    child.stderr.on('data', (chunk) => {
      said += chunk
    })
    child.stdout.on('data', (chunk) => {
      work.done += chunk.length
    })
    const [code, signal] = await new Promise((done) => {
      child.on('close', (...how) => done(how))
    })
    if (signal === 'SIGKILL') continue
    if (code !== 0) outcome.failed.push(said.trim())
    return
  }
}

/** One line for every operation that was begun, and for each that was done; a dot for whoever counts. */
async function work(dir, number, operations) {
  const file = await openFile(dir, 300_000)
  const log = join(dir, `log-${number}`)
  const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n') : []
  const begun = lines.filter((line) => line.startsWith('begin')).length
  for (let turn = begun; turn < operations; turn++) {
    const name = `${number}-${turn}`
    appendFileSync(log, `begin ${name}\n`)
    await operate(file, name, turn)
    appendFileSync(log, `done ${name}\n`)
    process.stdout.write('.')
    // Whoever comes back at once finds the lock free before anybody else has looked.
    await pause(Math.random() * 100)
  }
}

async function operate(file, name, turn) {
  const { place } = file
  if (turn % 4 === 0) await addNote(place, { kind: 'working', text: name })
  else if (turn % 4 === 1) await apply(file, `Written by ${name}.\n${'a line\n'.repeat(turn % 40)}`)
  else if (turn % 4 === 2) await writeProjectState(place, 'goal', { value: { goal: name } })
  else await succeed(editOverlayFile(file, STRIP))
}

function apply(file, body) {
  return succeed(editOverlayFile(file, { kind: 'apply', id: 'overlay', body }))
}

async function succeed(edited) {
  const { value, diagnostics } = await edited
  if (!value) throw new Error(diagnostics.map(({ message }) => message).join())
}

/** One after every so many operations, and only a process that holds the lock: the moment at which a kill can hurt. */
async function killHolders({ place }, work, { every, outcome }) {
  const locks = join(place.home, 'state/locks')
  while (work.running > 0) {
    await pause(Math.random() * 20)
    if (work.done < (outcome.killed + 1) * every) continue
    const lock = readdirSync(locks).find((name) => name.startsWith('project-'))
    const pid = lock === undefined ? null : holderOf(join(locks, lock))
    if (pid === null || !isWorker(pid)) continue
    process.kill(pid, 'SIGKILL')
    outcome.killed++
  }
}

function holderOf(lock) {
  try {
    return JSON.parse(readFileSync(lock, 'utf8')).pid ?? null
  } catch {
    // Released meanwhile, or a moment before its content is there.
    return null
  }
}

function isWorker(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(self)
  } catch {
    // It ended meanwhile.
    return false
  }
}

/** Whoever reads the file meanwhile finds a whole one. */
async function readAllTheTime(file, work, outcome) {
  const { source, sha256 } = contextOf()
  while (work.running > 0) {
    const bytes = readFileSync(file.path)
    const { value } = findBlocks(bytes, { source, sha256 })
    const isWhole = value?.every(({ edited }) => !edited)
    const isOriginal = bytes.subarray(0, ORIGINAL.length).equals(ORIGINAL)
    if (!isWhole || !isOriginal) outcome.torn++
    const notes = await readNotes(file.place)
    const state = await readProjectState(file.place)
    for (const fault of [notes.fault, ...state.faults].filter((one) => one !== null)) {
      if (fault.includes('could not be read within')) outcome.late++
      else {
        outcome.torn++
        outcome.failed.push(fault)
      }
    }
    outcome.reads++
    await pause(100)
  }
}

function contextOf() {
  const sha256 = (text) => createHash('sha256').update(text, 'utf8').digest('hex')
  return { source: { root: 'worktree', path: 'AGENTS.md' }, sha256 }
}

/** What is there at the end, after one more start. */
async function judge(file, dir) {
  const { place } = file
  const lock = await plantLockOfUsedNumber(place)
  const next = performance.now()
  await apply(file, 'the next start')
  const nextStartMs = performance.now() - next
  await succeed(editOverlayFile(file, STRIP))
  const logs = readdirSync(dir).filter((name) => name.startsWith('log-'))
  const lines = logs.flatMap((name) => readFileSync(join(dir, name), 'utf8').trimEnd().split('\n'))
  const named = (word) =>
    lines.filter((line) => line.startsWith(word)).map((line) => line.slice(word.length + 1))
  const isNote = (name) => Number(name.split('-')[1]) % 4 === 0
  const { value: notes } = await readNotes(place)
  const texts = notes.map(({ text }) => text)
  const begun = new Set(named('begin'))
  const layout = await prepareState(place.home)
  await sweep(layout.layout)
  const left = [join(dir, 'repo'), join(place.home, 'state')].flatMap((folder) =>
    readdirSync(folder, { recursive: true }).filter((name) => /\.tmp$|\.lock/.test(String(name))),
  )
  return {
    operations: named('done').length,
    lost: named('done').filter((name) => isNote(name) && !texts.includes(name)).length,
    twice:
      texts.length - new Set(texts).size + notes.length - new Set(notes.map(({ id }) => id)).size,
    unknown: texts.filter((text) => !begun.has(text)).length,
    restored: readFileSync(file.path).equals(ORIGINAL),
    lockGone: !existsSync(lock),
    left,
    nextStartMs,
  }
}

/** A lock of a process that is gone and whose number another one has by now: ours. */
async function plantLockOfUsedNumber({ home, mainRoot }) {
  const key = createHash('sha256').update(mainRoot).digest('hex').slice(0, 32)
  const lock = join(home, 'state/locks', `project-${key}.lock`)
  let record = {}
  await withLock(lock, {}, async () => {
    record = JSON.parse(readFileSync(lock, 'utf8'))
  })
  writeFileSync(lock, JSON.stringify({ ...record, birth: 'an earlier boot:1' }))
  return lock
}

async function main(words) {
  if (words[0] === 'worker') return work(words[1], Number(words[2]), Number(words[3]))
  const [processes = 64, operations = 200] = words.map(Number)
  const kills = Math.round((processes * operations) / 100)
  const { failed, left, ...outcome } = await runSharedWrites({ processes, operations, kills })
  const wanted = processes * operations
  console.log(`${processes} processes × ${operations} operations on one work tree`)
  console.log(`  done         ${outcome.operations} of ${wanted}; ${outcome.killed} holders killed`)
  console.log(
    `  lost notes   ${outcome.lost}; twice there ${outcome.twice}; from nowhere ${outcome.unknown}`,
  )
  console.log(
    `  torn         ${outcome.torn} of ${outcome.reads} reads meanwhile; ${outcome.late} took too long`,
  )
  console.log(`  restored     ${outcome.restored ? 'the file, byte for byte' : 'NOT the file'}`)
  console.log(`  left behind  ${left.length === 0 ? 'nothing' : left.join(', ')}`)
  console.log(
    `  next start   ${outcome.nextStartMs.toFixed(0)} ms, over the lock of a number used again`,
  )
  console.log(`  time         ${outcome.seconds.toFixed(1)} s`)
  for (const message of failed) console.error(message)
  const sound = outcome.lost + outcome.twice + outcome.unknown + outcome.torn + left.length === 0
  process.exitCode = sound && outcome.restored && failed.length === 0 ? 0 : 1
}

if (process.argv[1] === self) await main(process.argv.slice(2))
