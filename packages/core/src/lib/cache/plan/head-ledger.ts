import { GAP_LIMITS } from './gap-model.ts'
import { areEntries, type LedgerEntry } from './session-ledger.ts'
import { isAmount, isCounts, isRecord } from './values.ts'

/** What a bot remembers of the prefixes that its sessions share. */
export interface HeadLedger {
  readonly schemaVersion: 1
  /** Time of the bot's last request. */
  readonly at: number
  /** Gaps between requests of all its sessions, counted by class. */
  readonly gaps: readonly number[]
  /** Seconds between two requests, averaged; 0 before the second. */
  readonly pause: number
  /** Prefixes that were used last, latest first. */
  readonly entries: readonly LedgerEntry[]
  /** Whole heads that were sent last, marked or not; latest first. */
  readonly sent?: readonly SentHead[]
}

/** The fingerprint of all layers as they were, and the time of the last request that had them. */
export type SentHead = readonly [print: string, at: number]

/** Reads a stored ledger. Null when it is not one, whole and of this version: nothing is then known to be shared. */
export function readHeadLedger(value: unknown): HeadLedger | null {
  if (!isRecord(value) || value['schemaVersion'] !== 1) return null
  const { at, gaps, pause, entries } = value
  if (typeof at !== 'number' || !Number.isFinite(at) || !isAmount(pause)) return null
  if (!isCounts(gaps, GAP_LIMITS.length + 1) || !areEntries(entries)) return null
  if (value['sent'] !== undefined && !areSent(value['sent'])) return null
  return value as unknown as HeadLedger
}

function areSent(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every(
      (one) => Array.isArray(one) && typeof one[0] === 'string' && Number.isFinite(one[1]),
    )
  )
}
