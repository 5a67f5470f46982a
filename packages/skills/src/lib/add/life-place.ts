import { join } from 'node:path'
import type { StateLayout } from '@onesoul/disk'
import type { Environment, ScanRules } from '@onesoul/sources'

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
  readonly onStep?: OnLifeStep
}

export type OnLifeStep = (step: LifeStep) => void | Promise<void>

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
  /** A skill with an unfinished change that nobody may end now; null: none. */
  readonly cutOff: string | null
  readonly step: OnLifeStep
}

export function lifePlace(layout: StateLayout, step: OnLifeStep = () => undefined): LifePlace {
  const root = layout.stateSkills
  return {
    ...layout,
    temp: join(root, 'tmp'),
    journal: join(root, 'life.json'),
    backups: join(root, 'backups'),
    quarantine: join(root, 'quarantine'),
    cutOff: null,
    step,
  }
}
