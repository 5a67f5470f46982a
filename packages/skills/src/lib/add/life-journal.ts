import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readFileSafely, writeFileSafely } from '@onesoul/disk'
import * as v from 'valibot'
import { ENTRY_SCHEMA, type LockEntry } from '../lock/skills-lock.ts'
import { SkillsError } from '../skills-error.ts'
import { isSkillName } from '../sync/skill-name.ts'
import type { LifePlace } from './life-place.ts'

/** A change that is being made to one skill of the home. */
export interface LifeChange {
  readonly name: string
  /** Name of the folder of work in the temporary ones; `new` and `old` stand in it. */
  readonly work: string
  /** What `skills.lock` will say; null when the skill goes. */
  readonly entry: LockEntry | null
  /** Name of the folder among the backups that the old one is kept in; null when it is not. */
  readonly keep: string | null
}

const CHANGE: v.GenericSchema<unknown, LifeChange> = v.strictObject({
  name: v.pipe(v.string(), v.check(isSkillName)),
  work: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,80}$/)),
  entry: v.nullable(ENTRY_SCHEMA),
  keep: v.nullable(v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,100}$/))),
})

const JOURNAL = v.strictObject({ schemaVersion: v.literal(1), change: CHANGE })

type Place = Pick<LifePlace, 'home' | 'journal'>

export async function writeLifeJournal(
  { home, journal }: Place,
  change: LifeChange,
): Promise<void> {
  const text = `${JSON.stringify({ schemaVersion: 1, change }, null, 2)}\n`
  await writeFileSafely(journal, text, { roots: [home] })
}

/** The change that somebody did not come to the end of; null: none. */
export async function readLifeJournal({ home, journal }: Place): Promise<LifeChange | null> {
  const found = await readFileSafely(journal, { roots: [home], maxBytes: 1024 * 1024 })
  if (found.outcome === 'missing') return null
  const text = found.outcome === 'content' ? new TextDecoder().decode(found.bytes) : ''
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), JOURNAL), text)
  if (parsed.success) return parsed.output.change
  throw new SkillsError('state-unusable', `${journal} cannot be read`, {
    hints: [`look at ${join(journal, '..', 'tmp')}, then move both away`],
  })
}

export async function removeLifeJournal({ journal }: Place): Promise<void> {
  await rm(journal, { force: true })
}
