import type { LedgerEntry } from './session-ledger.ts'

/** What a bot remembers of the prefixes that its sessions share. */
export interface HeadLedger {
  readonly schemaVersion: 1
  /** Time of the bot's last request. */
  readonly at: number
  /** Gaps between requests of all its sessions, counted by class. */
  readonly gaps: readonly number[]
  /** Requests a minute, averaged. */
  readonly rate: number
  /** Prefixes that were used last, latest first. */
  readonly entries: readonly LedgerEntry[]
}
