import { join } from 'node:path'
import { stateLayout } from '@onesoul/disk'

/** The two homes that a sync is about. */
export interface SyncHomes {
  /** Absolute path of the OneSoul home. */
  readonly home: string
  /** Absolute path of the person's home directory. */
  readonly userHome: string
}

/** Where a sync keeps what it must remember; all of it in the OneSoul home. */
export interface SyncPlace extends SyncHomes {
  readonly root: string
  /** `<version>/<name>`: every tree that was ever written, never changed. */
  readonly inventory: string
  readonly receipts: string
  /** Changes that are being made. */
  readonly journal: string
  /** Trees of others that were taken over. */
  readonly backups: string
  readonly locks: string
  readonly lock: string
  /** Told of every step; it may throw, or end the process, to show what remains. */
  readonly onStep: OnSyncStep
}

/** The moments between two changes of the disk, in order. */
export type SyncStep =
  | 'inventory-staged'
  | 'inventory-kept'
  | 'backup-kept'
  | 'journal-written'
  | 'work-begun'
  | 'file-staged'
  | 'tree-staged'
  | 'swap-begun'
  | 'old-moved'
  | 'new-moved'
  | 'folder-synced'
  | 'receipt-changed'
  | 'committed'
  | 'work-removed'
  | 'journal-removed'

export type OnSyncStep = (step: SyncStep) => void | Promise<void>

export function syncPlace(homes: SyncHomes, onStep: OnSyncStep = () => undefined): SyncPlace {
  const { stateSkills, locks } = stateLayout(homes.home)
  return {
    ...homes,
    root: stateSkills,
    inventory: join(stateSkills, 'inventory'),
    receipts: join(stateSkills, 'receipts'),
    journal: join(stateSkills, 'journal'),
    backups: join(stateSkills, 'backups'),
    locks,
    lock: join(locks, 'skills-sync.lock'),
    onStep,
  }
}
