export interface SharedWritesOptions {
  readonly processes: number
  /** Of each process. */
  readonly operations: number
  /** How many holders of the lock are killed, at most. */
  readonly kills: number
}

export interface SharedWrites {
  readonly killed: number
  /** Reads meanwhile that found half of something. */
  readonly torn: number
  readonly reads: number
  /** Reads that were given up, because the machine had no time for them. */
  readonly late: number
  /** What processes said that ended by themselves with an error. */
  readonly failed: readonly string[]
  readonly seconds: number
  /** Done; those during which a process was killed are not counted. */
  readonly operations: number
  readonly lost: number
  readonly twice: number
  readonly unknown: number
  /** The file is as it was before all of it. */
  readonly restored: boolean
  readonly lockGone: boolean
  /** Locks and temporary files. */
  readonly left: readonly string[]
  readonly nextStartMs: number
}

export declare function runSharedWrites(options: SharedWritesOptions): Promise<SharedWrites>
