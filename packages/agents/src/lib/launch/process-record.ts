import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive, type Lease, type ProcessIdentity, processIdentity } from '@onesoul/disk'
import { endGroup } from './process-group.ts'

const KILL_AFTER_MS = 5000
const POLL_MS = 20
const DRAFT = '.draft'
const STALE_DRAFT_MS = 60_000

/** A program that we started: `group` says that it leads a process group of its own. */
export interface RunningProgram {
  readonly pid: number
  readonly group: boolean
}

/** What a run holds while it lasts: a folder for notes on its programs, and its shares in delivery files. */
export interface DeliveryRun {
  readonly notesDir: string
  readonly leases: readonly Lease[]
}

/** The run that the current call belongs to, so that every launcher can note what it starts. */
export const deliveryRun: AsyncLocalStorage<DeliveryRun> = new AsyncLocalStorage()

interface ProcessNote {
  readonly owner: ProcessIdentity
  readonly program: ProcessIdentity
  readonly group: boolean
}

/**
 * Notes a program that was started within a delivery run, so that the next
 * start can end it when we are killed before it; until then its delivery files
 * stay. Outside a run nothing is noted. The returned function takes the note away.
 */
export async function recordProcess(program: RunningProgram): Promise<() => Promise<void>> {
  const run = deliveryRun.getStore()
  const [owner, started] = await Promise.all([
    processIdentity(process.pid),
    processIdentity(program.pid),
  ])
  if (!(run && owner && started)) return async () => undefined
  const note: ProcessNote = { owner, program: started, group: program.group }
  const file = join(run.notesDir, `${program.pid}.json`)
  await mkdir(run.notesDir, { recursive: true, mode: 0o700 })
  await writeWhole(file, JSON.stringify(note))
  await Promise.all(run.leases.map((lease) => lease.extendTo(program.pid)))
  return () => rm(file, { force: true })
}

/** A note is there whole or not at all: half of one would name nobody, and its program would live on. */
async function writeWhole(file: string, text: string): Promise<void> {
  const draft = `${file}${DRAFT}`
  await writeFile(draft, text, { mode: 0o600 })
  await rename(draft, file)
}

/**
 * Ends the programs that are noted in a folder and whose owner is gone, and
 * returns their process ids. A process that merely got the same number is left alone.
 */
export async function endOrphans(notesDir: string): Promise<readonly number[]> {
  const names = await readdir(notesDir).catch(() => [])
  const ended: number[] = []
  for (const name of names) {
    const file = join(notesDir, name)
    if (name.endsWith(DRAFT) && !(await isStale(file))) continue
    const note = await readNote(file)
    if (note && (await isAlive(note.owner))) continue
    if (note && (await isAlive(note.program))) {
      await endProgram(note)
      ended.push(note.program.pid)
    }
    await rm(file, { force: true })
  }
  return ended
}

/** A draft becomes a note at once, unless its writer was killed. */
async function isStale(draft: string): Promise<boolean> {
  const found = await stat(draft).catch(() => null)
  return found !== null && Date.now() - found.mtimeMs > STALE_DRAFT_MS
}

async function readNote(file: string): Promise<ProcessNote | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as ProcessNote
  } catch {
    // A half-written note names nobody; it is removed.
    return null
  }
}

async function endProgram(note: ProcessNote): Promise<void> {
  if (note.group) return endGroup(note.program.pid, KILL_AFTER_MS)
  // Whoever looks next takes a program that still runs for one that still reads its files.
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (await endsBy(signal, note.program)) return
  }
}

/** Signals one process and waits for its end. False: it still runs after `KILL_AFTER_MS`. */
async function endsBy(signal: NodeJS.Signals, program: ProcessIdentity): Promise<boolean> {
  try {
    process.kill(program.pid, signal)
  } catch {
    // It ended meanwhile.
    return true
  }
  const deadline = Date.now() + KILL_AFTER_MS
  while (await isAlive(program)) {
    if (Date.now() >= deadline) return false
    await sleep(POLL_MS)
  }
  return true
}
