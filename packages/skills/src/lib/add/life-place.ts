import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { prepareState, type StateLayout, withLock } from '@onesoul/disk'
import type { Environment, ScanRules } from '@onesoul/sources'
import { readLock } from '../lock/skills-lock.ts'
import { SkillsError } from '../skills-error.ts'
import { recover } from './recover.ts'

/** What the life of skills in a home depends on. */
export interface SkillsLife {
  /** Absolute path of the OneSoul home. */
  readonly home: string
  /** Absolute path of the person's home directory. */
  readonly userHome: string
  /** What relative paths are relative to, absolute. */
  readonly cwd: string
  readonly env: Environment
  readonly rules: ScanRules
  /** Names of the skills that come with OneSoul. Default: none. */
  readonly builtins?: readonly string[]
  /** Told between two changes of the disk; it may throw, or end the process, to show what remains. */
  readonly onStep?: (step: LifeStep) => void
}

export type LifeStep =
  | 'fetched'
  | 'file-staged'
  | 'staged'
  | 'journal-written'
  | 'old-moved'
  | 'new-moved'
  | 'lock-written'
  | 'old-kept'
  | 'journal-removed'

/** Where a home keeps what is being done to its skills. */
export interface LifePlace extends StateLayout {
  /** Of changes that are being made; whatever stands here while nobody holds the lock is left over. */
  readonly temp: string
  readonly journal: string
  readonly backups: string
  readonly quarantine: string
  readonly step: (step: LifeStep) => void
}

export function lifePlace(
  layout: StateLayout,
  step: (step: LifeStep) => void = () => undefined,
): LifePlace {
  const root = layout.stateSkills
  return {
    ...layout,
    temp: join(root, 'tmp'),
    journal: join(root, 'life.json'),
    backups: join(root, 'backups'),
    quarantine: join(root, 'quarantine'),
    step,
  }
}

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
