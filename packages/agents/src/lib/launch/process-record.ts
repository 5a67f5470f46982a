import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { endGroup } from './process-group.ts'
import { isAlive, type ProcessIdentity, processIdentity } from './process-identity.ts'

const KILL_AFTER_MS = 5000
const FOLDER = 'running'

/** A program that we started: `group` says that it leads a process group of its own. */
export interface RunningProgram {
  readonly pid: number
  readonly group: boolean
}

interface ProcessRecord {
  readonly owner: ProcessIdentity
  readonly program: ProcessIdentity
  readonly group: boolean
}

/**
 * Notes beside a delivery file which program we started, so that the next start
 * can end it when we are killed before it. Without a delivery file nothing is
 * noted. The returned function takes the note away.
 */
export async function recordProcess(
  deliveryFile: string | undefined,
  program: RunningProgram,
): Promise<() => Promise<void>> {
  if (deliveryFile === undefined) return async () => undefined
  const record: ProcessRecord = {
    owner: processIdentity(process.pid),
    program: processIdentity(program.pid),
    group: program.group,
  }
  const folder = join(dirname(deliveryFile), FOLDER)
  const file = join(folder, `${program.pid}.json`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(file, JSON.stringify(record), { mode: 0o600 })
  return () => rm(file, { force: true })
}

/**
 * Ends the programs in a delivery folder whose owner is gone and returns their
 * process ids. A process that merely got the same number is left alone.
 */
export async function endOrphans(deliverDir: string): Promise<readonly number[]> {
  const folder = join(deliverDir, FOLDER)
  const names = await readdir(folder).catch(() => [])
  const ended: number[] = []
  for (const name of names) {
    const file = join(folder, name)
    const record = await readRecord(file)
    if (record && isAlive(record.owner)) continue
    if (record && isAlive(record.program)) {
      await endOrphan(record)
      ended.push(record.program.pid)
    }
    await rm(file, { force: true })
  }
  return ended
}

async function readRecord(file: string): Promise<ProcessRecord | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as ProcessRecord
  } catch {
    // A half-written note names nobody; it is removed.
    return null
  }
}

async function endOrphan(record: ProcessRecord): Promise<void> {
  const { pid } = record.program
  if (record.group) return endGroup(pid, KILL_AFTER_MS)
  try {
    process.kill(pid, 'SIGTERM')
  } catch {
    // It ended meanwhile.
  }
}
