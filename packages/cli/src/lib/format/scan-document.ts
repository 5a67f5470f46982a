import type { Diagnostic } from '@onesoul/core'
import type { FileFinding, ScannedFile } from '@onesoul/sources'
import type { ReviewedFile } from '../scan/review-files.ts'
import type { ScanOutcome } from '../scan/scan-outcome.ts'

export interface ScanDocumentOptions {
  readonly ruleset: string
  readonly policy: string
  readonly ms: number
  readonly diagnostics: readonly Diagnostic[]
}

/** A scan as the JSON document of `scan --format json`, schema 1. Holds no excerpts of the scanned text. */
export function scanDocument(outcome: ScanOutcome, options: ScanDocumentOptions): unknown {
  const { report, reviews, totals, partial } = outcome
  const { ruleset, policy, ms, diagnostics } = options
  return {
    schemaVersion: 1,
    rules: ruleset,
    policy,
    partial,
    files: report.files.map(describeFile),
    unseen: report.unseen,
    skipped: report.skipped,
    deadLinks: report.deadLinks,
    ...(reviews && {
      since: reviews.since,
      changes: reviews.files.map(describeReview),
      gone: reviews.gone,
    }),
    diagnostics,
    totals: { ...totals, ms },
  }
}

/** One scanned file as it stands in documents. */
export function describeFile(file: ScannedFile): unknown {
  const { path, sha256, bytes, verdict, trust, findings, notListed, overridden, partial } = file
  return {
    path,
    sha256,
    bytes,
    verdict,
    trust,
    findings: findings.map(describeFinding),
    notListed,
    overridden,
    partial,
  }
}

function describeFinding(finding: FileFinding): unknown {
  const { span: _span, excerpt: _excerpt, version: _version, ...rest } = finding
  return rest
}

/** One changed file as it stands in documents. */
export function describeReview(file: ReviewedFile): unknown {
  const { path, change, from, incomplete, review, lines } = file
  const count = (kind: 'added' | 'removed'): number =>
    lines.filter((line) => line.kind === kind).length
  const changed = { added: count('added'), removed: count('removed') }
  return { path, change, from, incomplete, ...review, lines: changed }
}
