import { resolve } from 'node:path'
import type { ThreatSeverity, Trust } from '@onesoul/core'
import {
  carrierOf,
  MAX_SCANNED_BYTES,
  type ReadBytes,
  type ScannedFile,
  type ScanReport,
  type ScanRules,
  scanBytes,
  scanPaths,
} from '@onesoul/sources'
import { formatCount } from '../format/columns.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { terminalProgress } from '../terminal/progress.ts'
import type { Baseline, ChangedText } from './baseline.ts'
import { openBaseline } from './open-baseline.ts'
import { readStandardInput } from './read-standard-input.ts'
import { reviewFile } from './review-files.ts'
import { judgeScan, type Reviews, type ScanOutcome } from './scan-outcome.ts'

export interface NamedScan {
  /** As they were typed; `-` is standard input. */
  readonly paths: readonly string[]
  readonly rules: ScanRules
  readonly trustOf: (absolute: string) => Trust
  /** Of standard input. */
  readonly trust: Trust
  /** An earlier state, as it was typed: only what changed since is looked at. */
  readonly since: string | undefined
  readonly failOn: ThreatSeverity | null
  readonly opaqueAllowed: boolean
  /** Absolute real paths of folders that are left out, unless they are named. */
  readonly leaveOut: readonly string[]
}

/** Scans what a person named, all of it or what changed since an earlier state. */
export async function scanNamed(invocation: Invocation, scan: NamedScan): Promise<ScanOutcome> {
  const { failOn, opaqueAllowed } = scan
  if (scan.paths.includes('-')) {
    const report = await scanStandardInput(scan)
    return judgeScan(report, { reviews: null, unchanged: 0, failOn, opaqueAllowed })
  }
  const named = scan.paths.map((path) => resolve(invocation.cwd, path))
  const baseline =
    scan.since === undefined ? null : await openBaseline(invocation, scan.since, named)
  const texts: LookedAt[] = []
  let unchanged = 0
  const progress = terminalProgress(invocation.flags.quiet === true)
  let read = 0
  const wants = (file: ReadBytes): boolean => {
    progress.show(`scanning, ${formatCount(++read)} files so far`)
    const same = baseline?.isSame(file) ?? false
    if (same) unchanged++
    return !same
  }
  const report = await scanPaths(scan.paths, {
    ...scan.rules,
    cwd: invocation.cwd,
    trustOf: scan.trustOf,
    leaveOut: scan.leaveOut,
    wants,
    ...(baseline && { onText: (file, text) => texts.push({ file, text }) }),
  })
  progress.clear()
  const reviews = baseline && (await reviewTexts(baseline, texts))
  return judgeScan(report, { reviews, unchanged, failOn, opaqueAllowed })
}

interface LookedAt {
  readonly file: ScannedFile
  readonly text: string
}

async function reviewTexts(baseline: Baseline, looked: readonly LookedAt[]): Promise<Reviews> {
  const texts = looked.filter(({ file }) => !file.opaque || isForAgents(file.path))
  const changed = texts.map(({ file, text }): ChangedText => ({ absolute: file.absolute, text }))
  const before = await baseline.textsOf(changed)
  const files = texts.flatMap((one, index) => {
    const then = before[index]
    return then ? [reviewFile({ ...one, before: then })] : []
  })
  return { since: baseline.label, files, gone: baseline.gone() }
}

/** A byte that makes a file no text must not keep what was added to it out of sight. */
function isForAgents(path: string): boolean {
  return ['context', 'skill'].includes(carrierOf(path))
}

async function scanStandardInput({ paths, rules, trust, since }: NamedScan): Promise<ScanReport> {
  if (paths.length > 1 || since !== undefined) {
    throw new CliError(
      EXIT.usage,
      '`-` reads standard input and goes with no other path or --since',
    )
  }
  const { bytes, isWhole } = await readStandardInput(MAX_SCANNED_BYTES)
  const file = scanBytes(bytes, { ...rules, place: { path: '-', absolute: '', trust } })
  const reason = `only the first ${MAX_SCANNED_BYTES} bytes were read`
  const unseen = isWhole ? [] : [{ path: '-', reason }]
  return { files: [file], skipped: [], unseen, deadLinks: [] }
}
