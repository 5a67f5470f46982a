import { rm } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import {
  isAlive,
  type ProcessIdentity,
  readEach,
  readFileSafely,
  writeFileSafely,
} from '@onesoul/disk'
import * as v from 'valibot'
import { RECEIPT_SCHEMA, type Receipt } from '../receipts/receipt.ts'
import { listNames } from './list-names.ts'
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

const VERSION = 1
const NEWER = v.object({ schemaVersion: v.pipe(v.number(), v.minValue(VERSION + 1)) })

const ENTRY = v.strictObject({
  schemaVersion: v.literal(VERSION),
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

export function journalPath({ journal }: Pick<SyncPlace, 'journal'>, id: string): string {
  return join(journal, `${id}.json`)
}

export async function writeJournal(place: SyncPlace, entry: JournalEntry): Promise<void> {
  const text = `${JSON.stringify({ schemaVersion: VERSION, ...entry }, null, 2)}\n`
  await writeFileSafely(journalPath(place, entry.id), text, { roots: [place.home] })
}

export async function removeJournal(place: SyncPlace, { id }: JournalEntry): Promise<void> {
  await rm(journalPath(place, id), { force: true })
}

type Place = Pick<SyncPlace, 'home' | 'journal'>

export interface ListedChanges {
  readonly entries: readonly JournalEntry[]
  /** One sentence for each file that cannot be understood; it is left where it is. */
  readonly faults: readonly string[]
}

/** Changes whose process is gone: what a status may tell of, since nobody works on them. */
export async function listAbandoned(place: Place): Promise<ListedChanges> {
  const { entries, faults } = await listUnfinished(place)
  const alive = await Promise.all(entries.map(({ owner }) => isAlive(owner)))
  return { entries: entries.filter((_, index) => !alive[index]), faults }
}

/** Changes that were not finished; under the lock nobody works on them. */
export async function listUnfinished(place: Place): Promise<ListedChanges> {
  const { names, fault } = await listNames(place.journal)
  const read = await readEach(
    names.filter((one) => one.endsWith('.json')),
    (name) => readEntry(place, name),
  )
  return {
    entries: read.filter((one) => typeof one !== 'string'),
    faults: [...fault, ...read.filter((one) => typeof one === 'string')],
  }
}

/** The entry, or why it is none. */
async function readEntry({ home, journal }: Place, name: string): Promise<JournalEntry | string> {
  const path = join(journal, name)
  const found = await readFileSafely(path, { roots: [home] })
  const text = found.outcome === 'content' ? new TextDecoder().decode(found.bytes) : ''
  const data = v.safeParse(v.pipe(v.string(), v.parseJson()), text)
  const parsed = v.safeParse(ENTRY, data.output)
  if (parsed.success && isConsistent(parsed.output, name)) return parsed.output
  const why = v.is(NEWER, data.output) ? 'was written by a newer OneSoul' : 'cannot be understood'
  return `${path}, the note of a change that was cut off, ${why} and is left where it is`
}

/** What it says of its receipt must be what it says of itself, or it would prove what nobody wrote. */
function isConsistent({ id, action, name, target, receipt }: JournalEntry, file: string): boolean {
  if (`${id}.json` !== file || (action === 'write') !== (receipt !== null)) return false
  return receipt === null || (receipt.name === name && receipt.target === target)
}
