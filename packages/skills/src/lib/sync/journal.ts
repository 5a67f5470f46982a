import { readdir, rm } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { isAlive, type ProcessIdentity, readFileSafely, writeFileSafely } from '@onesoul/disk'
import * as v from 'valibot'
import { RECEIPT_SCHEMA, type Receipt } from '../receipts/receipt.ts'
import { isSkillName } from './skill-name.ts'
import type { SyncPlace } from './sync-place.ts'

/** A change that is being made, as it must be known to whoever comes after a kill. */
export interface JournalEntry {
  /** 24 hexadecimal digits; names the folder of work beside the skill. */
  readonly id: string
  readonly action: 'write' | 'remove'
  readonly name: string
  /** Absolute path of the folder of skills, all links followed. */
  readonly target: string
  /** Hash of the tree that stands there before; `null`: none does. */
  readonly before: string | null
  /** What the receipt will say; `null` when it goes. */
  readonly receipt: Receipt | null
  readonly owner: ProcessIdentity
}

const HASH = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

const ENTRY = v.strictObject({
  schemaVersion: v.literal(1),
  id: v.pipe(v.string(), v.regex(/^[0-9a-f]{24}$/)),
  action: v.picklist(['write', 'remove']),
  name: v.pipe(v.string(), v.check(isSkillName)),
  target: v.pipe(v.string(), v.check(isAbsolute)),
  before: v.nullable(HASH),
  receipt: v.nullable(RECEIPT_SCHEMA),
  owner: v.strictObject({ pid: v.number(), birth: v.nullable(v.string()) }),
})

/** Folders of a change that is being made, beside the skill and so on its file system. */
export interface WorkFolders {
  readonly work: string
  /** Is there from when the staged tree is whole until the receipt is changed. */
  readonly swap: string
  readonly staged: string
  readonly old: string
  /** The skill's own folder. */
  readonly projection: string
}

/** No agent takes a folder with a dot for a skill, and what is in it lies one level too deep. */
export function workFolders({ id, target, name }: JournalEntry): WorkFolders {
  const work = join(target, `.onesoul-${id}`)
  return {
    work,
    swap: join(work, 'swap'),
    staged: join(work, 'new'),
    old: join(work, 'old'),
    projection: join(target, name),
  }
}

export async function writeJournal(place: SyncPlace, entry: JournalEntry): Promise<void> {
  const text = `${JSON.stringify({ schemaVersion: 1, ...entry }, null, 2)}\n`
  await writeFileSafely(join(place.journal, `${entry.id}.json`), text, { roots: [place.home] })
}

export async function removeJournal(place: SyncPlace, { id }: JournalEntry): Promise<void> {
  await rm(join(place.journal, `${id}.json`), { force: true })
}

/** Changes whose process is gone: what a status may tell of, since nobody works on them. */
export async function listAbandoned(
  place: Pick<SyncPlace, 'home' | 'journal'>,
): Promise<readonly JournalEntry[]> {
  const entries = await listUnfinished(place)
  const alive = await Promise.all(entries.map(({ owner }) => isAlive(owner)))
  return entries.filter((_, index) => !alive[index])
}

/**
 * Changes that were not finished; under the lock nobody works on them. What is no entry of a journal was torn before
 * anything was done, or is not ours.
 */
export async function listUnfinished(
  place: Pick<SyncPlace, 'home' | 'journal'>,
): Promise<readonly JournalEntry[]> {
  const names = await readdir(place.journal).catch((): string[] => [])
  const entries: JournalEntry[] = []
  for (const name of names.filter((one) => one.endsWith('.json')).sort()) {
    const entry = await readEntry(place, name)
    if (entry !== null) entries.push(entry)
  }
  return entries
}

async function readEntry(
  { home, journal }: Pick<SyncPlace, 'home' | 'journal'>,
  name: string,
): Promise<JournalEntry | null> {
  const found = await readFileSafely(join(journal, name), { roots: [home] })
  if (found.outcome !== 'content') return null
  try {
    const parsed = v.safeParse(ENTRY, JSON.parse(new TextDecoder().decode(found.bytes)))
    return parsed.success && `${parsed.output.id}.json` === name ? parsed.output : null
  } catch {
    // Journals are written in one piece, so that this is none of ours.
    return null
  }
}
