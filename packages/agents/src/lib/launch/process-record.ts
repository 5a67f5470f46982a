import { randomBytes } from 'node:crypto'
import { lstat, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  isAlive,
  type Lease,
  type ProcessIdentity,
  processIdentity,
  readFileSafely,
} from '@onesoul/disk'
import { endProgram } from './end-program.ts'
import { findProgramByVariable } from './find-program-by-variable.ts'

const DRAFT = '.draft'
const STALE_DRAFT_MS = 60_000

/** Tells a sweep which program a note is about that was written before the program had a number. */
export const NOTE_VARIABLE = 'ONESOUL_RUN_NOTE'

/** What a run holds while it lasts: a folder for notes on its programs, and its shares in delivery files. */
export interface DeliveryRun {
  readonly notesDir: string
  readonly leases: readonly Lease[]
}

interface ProcessNote {
  readonly owner: ProcessIdentity
  readonly token: string
  /** Null: not started yet, or the owner ended before it could say. */
  readonly program: ProcessIdentity | null
  /** The program leads a process group of its own. */
  readonly group: boolean
}

/** A note on a program that is about to be started. */
export interface StartNote {
  /** What the program's environment must hold, so that it can be found. */
  readonly env: Readonly<Record<string, string>>
  /** Completes the note; until the program ends its delivery files stay. */
  started(pid: number): Promise<void>
  /** Takes the note away: the program has ended, or was never started. */
  forget(): Promise<void>
}

const NO_NOTE: StartNote = {
  env: {},
  started: () => Promise.resolve(),
  forget: () => Promise.resolve(),
}

/**
 * Notes that a program of a run will be started, so that the next start can end
 * it when we are killed before it: at any moment from now on. Without a run
 * nothing is noted.
 */
export async function noteStart(run: DeliveryRun | undefined, group: boolean): Promise<StartNote> {
  const owner = run && (await processIdentity(process.pid))
  if (!(run && owner)) return NO_NOTE
  const token = randomBytes(16).toString('hex')
  const file = join(run.notesDir, `${token}.json`)
  const write = (program: ProcessIdentity | null): Promise<void> => {
    const note: ProcessNote = { owner, token, program, group }
    return writeWhole(file, JSON.stringify(note))
  }
  await mkdir(run.notesDir, { recursive: true, mode: 0o700 })
  await write(null)
  return {
    env: { [NOTE_VARIABLE]: token },
    started: async (pid) => {
      const program = await processIdentity(pid)
      if (program === null) return
      await write(program)
      await Promise.all(run.leases.map((lease) => lease.extendTo(pid)))
    },
    forget: () => rm(file, { force: true }),
  }
}

/** A note is there whole or not at all: half of one would name nobody, and its program would live on. */
async function writeWhole(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}${DRAFT}`
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
    const program = note && (await findProgram(note))
    if (program) {
      await endProgram(program, { group: note.group })
      ended.push(program.pid)
    }
    await removeNote(file)
  }
  return ended
}

/** A run as its note tells of it. */
export interface NotedRun {
  /** The command of ours that began it. */
  readonly ownerPid: number
  /** That command still runs. */
  readonly alive: boolean
  /** The agent's program while it runs; `null` when it does not. */
  readonly programPid: number | null
}

/** Reads the notes in a folder; changes nothing. */
export async function readRuns(notesDir: string): Promise<readonly NotedRun[]> {
  const names = await readdir(notesDir).catch(() => [])
  const runs: NotedRun[] = []
  for (const name of names.filter((one) => !one.endsWith(DRAFT))) {
    const note = await readNote(join(notesDir, name))
    if (note === null) continue
    const alive = await isAlive(note.owner)
    const program = await findProgram(note)
    runs.push({ ownerPid: note.owner.pid, alive, programPid: program?.pid ?? null })
  }
  return runs
}

async function findProgram({ program, token }: ProcessNote): Promise<ProcessIdentity | null> {
  if (program === null) return findProgramByVariable(NOTE_VARIABLE, token)
  return (await isAlive(program)) ? program : null
}

/** A draft becomes a note at once, unless its writer was killed, whose number is in its name. */
async function isStale(draft: string): Promise<boolean> {
  const writer = Number(/\.(\d+)\.draft$/.exec(draft)?.[1])
  if ((await processIdentity(writer)) === null) return true
  const found = await stat(draft).catch(() => null)
  return found !== null && Date.now() - found.mtimeMs > STALE_DRAFT_MS
}

/** Anything but a whole note names nobody, and is removed by the next sweep. */
async function readNote(file: string): Promise<ProcessNote | null> {
  const found = await readFileSafely(file, { maxBytes: 65_536 })
  if (found.outcome !== 'content') return null
  try {
    const note: unknown = JSON.parse(Buffer.from(found.bytes).toString('utf8'))
    return isNote(note) ? note : null
  } catch {
    // Half-written.
    return null
  }
}

function isNote(value: unknown): value is ProcessNote {
  if (typeof value !== 'object' || value === null) return false
  const { owner, token, program, group }: { [Key in keyof ProcessNote]?: unknown } = value
  const isProgram = program === null || isIdentity(program)
  return isIdentity(owner) && typeof token === 'string' && isProgram && typeof group === 'boolean'
}

function isIdentity(value: unknown): value is ProcessIdentity {
  if (typeof value !== 'object' || value === null) return false
  const { pid, birth }: { [Key in keyof ProcessIdentity]?: unknown } = value
  // 0 and negative numbers name groups of processes.
  const isPid = typeof pid === 'number' && Number.isSafeInteger(pid) && pid > 0
  return isPid && (birth === null || typeof birth === 'string')
}

/** A folder in its place is nothing of ours. */
async function removeNote(file: string): Promise<void> {
  const found = await lstat(file).catch(() => null)
  if (found?.isDirectory() === false) await rm(file, { force: true })
}
