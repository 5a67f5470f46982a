import type { ThreatSeverity } from '@onesoul/core'
import type { FileFinding, ScannedFile } from '@onesoul/sources'
import type { ScanOutcome } from '../scan/scan-outcome.ts'
import type { ScannerRule } from '../scan/scanner.ts'

export interface SarifOptions {
  /** Version of the command. */
  readonly version: string
  readonly rules: readonly ScannerRule[]
  /** Version of the rules. */
  readonly ruleset: string
  readonly policy: string
}

const LEVELS: Readonly<Record<ThreatSeverity, 'error' | 'warning' | 'note'>> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
  info: 'note',
}

/** Figures that code hosts sort by: below 4 low, below 7 medium, below 9 high. */
const SCORES: Readonly<Record<ThreatSeverity, string>> = {
  critical: '9.5',
  high: '8.0',
  medium: '5.5',
  low: '2.0',
  info: '0.0',
}

/** A scan as SARIF 2.1.0 (OASIS, 2020). Excerpts of the scanned text are no part of it. */
export function toSarif(outcome: ScanOutcome, options: SarifOptions): unknown {
  const { report, partial } = outcome
  const { rules, ruleset, version, policy } = options
  const places = new Map(rules.map(({ id }, index) => [id, index]))
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'onesoul',
            version,
            rules: rules.map(describeRule),
            properties: { ruleset, policy },
          },
        },
        columnKind: 'utf16CodeUnits',
        invocations: [
          { executionSuccessful: !partial, toolExecutionNotifications: notifications(outcome) },
        ],
        artifacts: report.files.map(describeFile),
        results: report.files.flatMap((file, index) =>
          file.findings.map((finding) => describeFinding(finding, { file, index, places })),
        ),
      },
    ],
  }
}

function describeRule({ id, family, severity, title }: ScannerRule): unknown {
  return {
    id,
    shortDescription: { text: title },
    defaultConfiguration: { level: LEVELS[severity] },
    properties: { tags: ['security', family], 'security-severity': SCORES[severity] },
  }
}

function describeFile({ path, sha256, bytes }: ScannedFile): unknown {
  return {
    location: { uri: uriOf(path) },
    length: bytes,
    ...(sha256 !== null && { hashes: { 'sha-256': sha256 } }),
  }
}

interface FindingPlace {
  readonly file: ScannedFile
  readonly index: number
  readonly places: ReadonlyMap<string, number>
}

function describeFinding(finding: FileFinding, { file, index, places }: FindingPlace): unknown {
  const { rule, severity, message, line, column, endLine, endColumn, span, override } = finding
  const ruleIndex = places.get(rule)
  return {
    ruleId: rule,
    ...(ruleIndex !== undefined && { ruleIndex }),
    level: LEVELS[severity],
    message: { text: message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(file.path), index },
          region: {
            startLine: line,
            startColumn: column,
            endLine,
            endColumn,
            charOffset: span.start,
            charLength: span.end - span.start,
          },
        },
      },
    ],
    // The same words in the same block are the same finding, wherever the block stands.
    partialFingerprints: { 'onesoulBlock/v1': `${rule}:${finding.block}` },
    ...(override && {
      suppressions: [{ kind: 'external', status: 'accepted', justification: override.reason }],
    }),
    properties: { severity, form: finding.form, view: finding.view, action: finding.action },
  }
}

function notifications({ report }: ScanOutcome): readonly unknown[] {
  const files = report.files.flatMap(({ path, partial }) =>
    partial.map((reason) => ({ path, reason })),
  )
  const capped = report.files.flatMap(({ path, notListed }) =>
    notListed.map(({ family, count }) => ({
      path,
      reason: `${count} more of ${family} are not listed`,
    })),
  )
  return [...files, ...report.unseen, ...capped].map(({ path, reason }) => ({
    level: 'warning',
    message: { text: reason },
    locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(path) } } }],
  }))
}

/** A relative reference, or a file URL for a path from the root; nothing in a name can end it. */
function uriOf(path: string): string {
  const encoded = path
    .replace(/[\ud800-\udfff]/gu, '\ufffd')
    .split('/')
    .map((name) => encodeURIComponent(name))
    .join('/')
  return path.startsWith('/') ? `file://${encoded}` : encoded
}
