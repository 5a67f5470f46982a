import { THREAT_SEVERITIES, type ThreatSeverity } from '@onesoul/core'
import type { ScannedFile, ScanReport } from '@onesoul/sources'
import type { ReviewedFile } from './review-files.ts'

/** What changed since an earlier state. */
export interface Reviews {
  /** The earlier state, for people; null when there is none: everything is seen for the first time. */
  readonly since: string | null
  readonly files: readonly ReviewedFile[]
  /** What was there then and is gone. */
  readonly gone: readonly string[]
}

export interface ScanTotals {
  /** Files that were scanned. */
  readonly files: number
  readonly bytes: number
  /** Files that are as they were; only with an earlier state. */
  readonly unchanged: number
  /** Those that count, listed or not. */
  readonly findings: number
  readonly severities: Readonly<Record<ThreatSeverity, number>>
  /** Findings for which the policy does something. */
  readonly acted: number
  readonly overridden: number
}

/** The outcome of a scan, for whoever prints it. */
export interface ScanOutcome {
  readonly report: ScanReport
  /** Null without an earlier state. */
  readonly reviews: Reviews | null
  readonly totals: ScanTotals
  /** Something was not seen, or no file was scanned. */
  readonly partial: boolean
  /** Something was found that fails the scan. */
  readonly failed: boolean
  readonly opaqueAllowed: boolean
}

export interface OutcomeOptions {
  readonly reviews: Reviews | null
  readonly unchanged: number
  /** From here on a finding fails the scan; null: whenever the policy does something about it. */
  readonly failOn: ThreatSeverity | null
  readonly opaqueAllowed: boolean
}

/** Adds up what a scan saw and decides what it means. */
export function judgeScan(report: ScanReport, options: OutcomeOptions): ScanOutcome {
  const { reviews, unchanged, failOn, opaqueAllowed } = options
  const { files, unseen } = report
  const totals = addUp(files, unchanged)
  const incomplete = files.some(
    (file) => file.partial.length > 0 && !(file.opaque && opaqueAllowed),
  )
  const failed =
    failOn === null
      ? totals.acted > 0
      : THREAT_SEVERITIES.slice(THREAT_SEVERITIES.indexOf(failOn)).some(
          (severity) => totals.severities[severity] > 0,
        )
  const nothing = files.length === 0 && unchanged === 0
  const partial = incomplete || unseen.length > 0 || nothing
  return { report, reviews, totals, partial, failed, opaqueAllowed }
}

function addUp(files: readonly ScannedFile[], unchanged: number): ScanTotals {
  const severities = { info: 0, low: 0, medium: 0, high: 0, critical: 0 }
  for (const { counts } of files) {
    for (const severity of THREAT_SEVERITIES) severities[severity] += counts[severity]
  }
  const sum = (of: (file: ScannedFile) => number): number =>
    files.reduce((total, file) => total + of(file), 0)
  return {
    files: files.length,
    bytes: sum((file) => file.bytes),
    unchanged,
    findings: Object.values(severities).reduce((total, one) => total + one, 0),
    severities,
    acted: sum((file) => file.acted),
    overridden: sum((file) => file.overridden),
  }
}
