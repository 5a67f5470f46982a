import type { SkillProfile } from './skill-package.ts'

/**
 * What came of one skill at one place, or would.
 * `unchanged`: it is there as it should be. `changed`: it was written or taken
 * out. `conflict`: something else has its name. `drift`: somebody edited it.
 * `failed`: it could not be done.
 */
export const SYNC_OUTCOMES = ['unchanged', 'changed', 'conflict', 'drift', 'failed'] as const

export type SyncOutcome = (typeof SYNC_OUTCOMES)[number]

/**
 * Why.
 * `collision`: a folder of that name that OneSoul did not write. `drift`: what
 * was written is not what stands there. `invalid_receipt`: its receipt cannot be
 * understood. `missing_receipt`: the same tree stands there, without a receipt.
 * `root_outside_home`: the folder of skills leads out of the person's home, or
 * into OneSoul's. `receipt_write_failed`: it was taken back for want of a
 * receipt. `inventory_blocked`: the copy that is kept in the home cannot be
 * written or is not what it was. `rollback_failed`: a step failed and what stood
 * there before could not be put back. `missing_target`: what should be there is
 * not. `invalid_package`: the skill cannot be copied as it is.
 * `unsupported_worker`: the agent has no folder of skills.
 */
export const SYNC_REASONS = [
  'collision',
  'drift',
  'invalid_receipt',
  'missing_receipt',
  'root_outside_home',
  'receipt_write_failed',
  'inventory_blocked',
  'rollback_failed',
  'missing_target',
  'invalid_package',
  'unsupported_worker',
] as const

export type SyncReason = (typeof SYNC_REASONS)[number]

/** Every outcome with the reasons that it can have; there are no others. */
export interface SyncReasons {
  readonly unchanged: null | 'missing_target'
  readonly changed:
    | null
    | 'collision'
    | 'drift'
    | 'invalid_receipt'
    | 'missing_receipt'
    | 'missing_target'
  readonly conflict: 'collision' | 'invalid_receipt' | 'missing_receipt'
  readonly drift: 'drift'
  readonly failed:
    | 'inventory_blocked'
    | 'invalid_package'
    | 'missing_target'
    | 'receipt_write_failed'
    | 'rollback_failed'
    | 'root_outside_home'
    | 'unsupported_worker'
}

/** An outcome, its reason and one sentence for people, without a full stop. */
export type SyncVerdict = {
  readonly [Outcome in SyncOutcome]: {
    readonly outcome: Outcome
    readonly reason: SyncReasons[Outcome]
    readonly message: string
  }
}[SyncOutcome]

/** Paths below two trees that are not the same. */
export interface TreeDifference {
  /** Only in what stands there; gone when it is taken over. */
  readonly removed: readonly string[]
  readonly changed: readonly string[]
  /** Only in what would be written. */
  readonly added: readonly string[]
}

export type SyncItem = SyncVerdict & {
  readonly name: string
  readonly profile: SkillProfile
  /** Absolute path of the folder of skills; `null` for an agent that has none. */
  readonly target: string | null
  /** The agents that read it there. */
  readonly aliases: readonly string[]
  /** How what stands there differs from what would be written; `null` when nothing does, or nothing was compared. */
  readonly difference: TreeDifference | null
  /** Where the tree is kept that was taken over; `null`: none was. */
  readonly backup: string | null
}

/** A change that was begun and not finished, as after a power failure. */
export interface PendingChange {
  readonly name: string
  readonly target: string
  readonly action: 'write' | 'remove'
  /** What the next sync does about it. */
  readonly repair: 'complete' | 'roll back'
  /** The folder beside the skill that holds what is being moved; gone once it is mended. */
  readonly work: string
  /** Why it cannot be mended, so that it stays as it is; `null`: it can. */
  readonly fault: string | null
}

export interface SyncReport {
  readonly items: readonly SyncItem[]
  /** Changes of killed processes: mended by a sync, only told by whatever writes nothing. */
  readonly pending: readonly PendingChange[]
  /** What is left of changes that nobody can understand any more, one sentence each; it stays where it is. */
  readonly faults: readonly string[]
}

/** Whether something is not as it should be: the command then ends with 3. */
export function needsAttention({ items, pending, faults }: SyncReport, mended: boolean): boolean {
  const isBad = ({ outcome }: SyncItem): boolean =>
    outcome === 'conflict' || outcome === 'drift' || outcome === 'failed'
  const isLeft = ({ fault }: PendingChange): boolean => !mended || fault !== null
  return items.some(isBad) || pending.some(isLeft) || faults.length > 0
}
