import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { lendTempFolder, prepareState, stateLayout, withLock } from '@onesoul/disk'
import { asSkillsError } from '../as-skills-error.ts'
import { readLock } from '../lock/skills-lock.ts'
import { SkillsError } from '../skills-error.ts'
import { readLifeJournal } from './life-journal.ts'
import { type LifePlace, lifePlace, type SkillsLife } from './life-place.ts'
import { recover } from './recover.ts'

/** Somebody else may be fetching from far away. */
const WAIT_MS = 180_000

export interface LifeOptions {
  /** Takes no lock and changes nothing in the home: what is fetched goes into a temporary folder of the system. */
  readonly dryRun: boolean
}

/** What is done to the skills of a home, at a place that nobody else changes. */
export type LifeWork<T> = (place: LifePlace) => Promise<T>

/**
 * Does something to the skills of a home while nobody else does, after what a
 * killed one left was completed or undone.
 *
 * @throws SkillsError `state-unusable`, `lock-invalid`; DiskError of the lock
 */
export async function withLife<T>(
  life: Pick<SkillsLife, 'home' | 'onStep'>,
  work: LifeWork<T>,
  { dryRun }: LifeOptions = { dryRun: false },
): Promise<T> {
  if (dryRun) return lookAtLife(life, work)
  const { home, onStep } = life
  const prepared = await prepareState(home)
  if (prepared.outcome === 'failed') {
    throw new SkillsError('state-unusable', prepared.message.replace(/\.$/, ''))
  }
  const place = lifePlace(prepared.layout, onStep)
  const lock = join(place.locks, 'skills-life.lock')
  return withLock(lock, { waitMs: WAIT_MS, command: 'onesoul skills' }, async () => {
    // With a lock that cannot be read nothing may be begun.
    await readLock(place)
    try {
      await recover(place)
      await mkdir(place.temp, { recursive: true, mode: 0o700 })
      return await work(place)
    } catch (error) {
      throw asSkillsError(error, 'the skills of the home could not be changed')
    }
  })
}

async function lookAtLife<T>(
  { home, onStep }: Pick<SkillsLife, 'home' | 'onStep'>,
  work: LifeWork<T>,
): Promise<T> {
  const place = lifePlace(stateLayout(home), onStep)
  await readLock(place)
  const cutOff = (await readLifeJournal(place))?.name ?? null
  return lendTempFolder('skills', (temp) => work({ ...place, temp, cutOff }))
}
