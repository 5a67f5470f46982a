import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { prepareState, withLock } from '@onesoul/disk'
import { readLock } from '../lock/skills-lock.ts'
import { SkillsError } from '../skills-error.ts'
import { type LifePlace, lifePlace, type SkillsLife } from './life-place.ts'
import { recover } from './recover.ts'

/** Somebody else may be fetching from far away. */
const WAIT_MS = 180_000

/**
 * Does something to the skills of a home while nobody else does, after what a
 * killed one left was completed or undone.
 *
 * @throws SkillsError `state-unusable`, `lock-invalid`; DiskError of the lock
 */
export async function withLife<T>(
  { home, onStep }: Pick<SkillsLife, 'home' | 'onStep'>,
  work: (place: LifePlace) => Promise<T>,
): Promise<T> {
  const prepared = await prepareState(home)
  if (prepared.outcome === 'failed') {
    throw new SkillsError('state-unusable', prepared.message.replace(/\.$/, ''))
  }
  const place = lifePlace(prepared.layout, onStep)
  const lock = join(place.locks, 'skills-life.lock')
  return withLock(lock, { waitMs: WAIT_MS, command: 'onesoul skills' }, async () => {
    // With a lock that cannot be read nothing may be begun.
    await readLock(place)
    await recover(place)
    await mkdir(place.temp, { recursive: true, mode: 0o700 })
    return work(place)
  })
}
