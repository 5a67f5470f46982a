import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { readFileSafely, writeFileSafely } from '@onesoul/disk'
import * as v from 'valibot'
import { isFetchable } from '../lock/is-fetchable.ts'
import { ENTRY_SCHEMA, type LockEntry } from '../lock/skills-lock.ts'
import { SkillsError } from '../skills-error.ts'
import type { LifePlace } from './life-place.ts'

/** A change that is being made to one skill of the home. */
export interface LifeChange {
  /** Of its folder; one that somebody made by hand may break the rules for names. */
  readonly name: string
  /** Name of the folder of work in the temporary ones; `new` and `old` stand in it. */
  readonly work: string
  /** What `skills.lock` will say; null when the skill goes. */
  readonly entry: LockEntry | null
  /** Name of the folder among the backups that the old one is kept in; null when it is not. */
  readonly keep: string | null
}

/** One name of a folder, so that nothing leads out of where it stands. */
const step = v.pipe(
  v.string(),
  v.nonEmpty(),
  v.check((name) => basename(name) === name && !['.', '..', 'skills.lock'].includes(name)),
  v.regex(/^[^/\\\0]+$/),
)

const CHANGE: v.GenericSchema<unknown, LifeChange> = v.strictObject({
  name: step,
  work: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,80}$/)),
  entry: v.nullable(
    v.pipe(
      ENTRY_SCHEMA,
      v.check((entry) => isFetchable(entry)),
    ),
  ),
  keep: v.nullable(step),
})

const VERSION = 1
const JOURNAL = v.strictObject({ schemaVersion: v.literal(VERSION), change: CHANGE })
const NEWER = v.object({ schemaVersion: v.pipe(v.number(), v.minValue(VERSION + 1)) })

type Place = Pick<LifePlace, 'home' | 'journal'>

export async function writeLifeJournal(
  { home, journal }: Place,
  change: LifeChange,
): Promise<void> {
  const text = `${JSON.stringify({ schemaVersion: VERSION, change }, null, 2)}\n`
  await writeFileSafely(journal, text, { roots: [home] })
}

/**
 * The change that somebody did not come to the end of; null: none.
 *
 * @throws SkillsError `state-unusable` for a journal that says nothing that we know of
 */
export async function readLifeJournal({ home, journal }: Place): Promise<LifeChange | null> {
  const found = await readFileSafely(journal, { roots: [home], maxBytes: 1024 * 1024 })
  if (found.outcome === 'missing') return null
  const text = found.outcome === 'content' ? new TextDecoder().decode(found.bytes) : ''
  const data = v.safeParse(v.pipe(v.string(), v.parseJson()), text)
  const parsed = v.safeParse(JOURNAL, data.output)
  if (parsed.success) return parsed.output.change
  const why = v.is(NEWER, data.output) ? 'was written by a newer OneSoul' : 'cannot be read'
  throw new SkillsError('state-unusable', `${journal}, the note of an unfinished change, ${why}`, {
    hints: [
      `what that change moved aside stands in ${join(journal, '..', 'tmp')}`,
      'put back what you need of it, then move both away; nothing was changed',
    ],
  })
}

export async function removeLifeJournal({ journal }: Place): Promise<void> {
  await rm(journal, { force: true })
}
