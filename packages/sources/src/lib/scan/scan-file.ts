import { createHash } from 'node:crypto'
import {
  createBlockHash,
  createLineIndex,
  decideAction,
  findAccepted,
  type GuardPolicy,
  THREAT_ACTIONS,
  THREAT_SEVERITIES,
  type ThreatAction,
  type ThreatFinding,
  type ThreatSeverity,
  type Trust,
} from '@onesoul/core'
import type { Override } from '../guard/overrides.ts'
import { carrierOf } from './carrier.ts'
import { excerptOf } from './excerpt.ts'
import type { FileFinding, FileVerdict, Overridden, ScannedFile, ScanText } from './scan-report.ts'

/** What decides what is found and what is done about it. */
export interface ScanRules {
  readonly scan: ScanText
  readonly policy: GuardPolicy
  readonly overrides: readonly Override[]
}

/** A text with where it comes from. */
export interface TextToScan {
  readonly path: string
  readonly absolute: string
  readonly trust: Trust
  readonly text: string
  /** Hex, of the bytes. */
  readonly sha256: string
  readonly bytes: number
  /** Why not all of it is seen, or that it is no text. */
  readonly partial: readonly string[]
  readonly opaque: boolean
}

/** Findings of one family that are kept of a file: the worst, then the first. */
const KEPT_OF_FAMILY = 25

/** Scans one text and judges what was found. */
export function scanFile(given: TextToScan, rules: ScanRules): ScannedFile {
  const { text, ...file } = given
  const scan = rules.scan(text, { carrier: carrierOf(file.path) })
  const judge = createJudge(given, rules)
  const all = scan.findings.map(judge)
  const counted = all.filter(({ override }) => override === undefined)
  const { kept, notListed } = keepWorst(all)
  const partial = [...file.partial, ...scan.partial]
  const worst = worstAction(counted)
  return {
    ...file,
    partial,
    verdict: verdictOf(worst, { found: all.length, partial: partial.length > 0 }),
    findings: completeAll(kept, text),
    notListed,
    counts: countSeverities(counted),
    acted: counted.filter(({ action }) => action !== 'pass').length,
    overridden: all.length - counted.length,
    worst,
  }
}

/** A file of which nothing was read. */
export function unreadFile(
  file: Pick<ScannedFile, 'path' | 'absolute' | 'trust'>,
  reason: string,
): ScannedFile {
  return {
    ...file,
    sha256: null,
    bytes: 0,
    verdict: 'partial',
    findings: [],
    notListed: [],
    counts: countSeverities([]),
    acted: 0,
    overridden: 0,
    partial: [reason],
    opaque: false,
    worst: 'pass',
  }
}

interface Judged extends ThreatFinding {
  readonly action: ThreatAction
  readonly block: string
  readonly override?: Overridden
}

function createJudge(
  { text, trust, sha256 }: TextToScan,
  { policy, overrides }: ScanRules,
): (finding: ThreatFinding) => Judged {
  const hashOf = createBlockHash(text, sha256Of)
  return (finding) => {
    const { severity, form, rule } = finding
    const block = hashOf(finding.span)
    const accepted = findAccepted(overrides, rule, { block, file: sha256 })
    return {
      ...finding,
      action: decideAction(policy, { severity, form, trust }),
      block,
      ...(accepted && { override: { reason: accepted.reason, until: accepted.until } }),
    }
  }
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function keepWorst(all: readonly Judged[]): {
  readonly kept: readonly Judged[]
  readonly notListed: ScannedFile['notListed']
} {
  const families = new Map<string, Judged[]>()
  for (const one of all) {
    const list = families.get(one.family)
    if (list) list.push(one)
    else families.set(one.family, [one])
  }
  const kept = new Set<Judged>()
  const notListed: { family: string; count: number }[] = []
  for (const [family, list] of families) {
    const ordered = list.length > KEPT_OF_FAMILY ? [...list].sort(worstFirst) : list
    for (const one of ordered.slice(0, KEPT_OF_FAMILY)) kept.add(one)
    const count = list.length - KEPT_OF_FAMILY
    if (count > 0) notListed.push({ family, count })
  }
  const byPlace = (a: Judged, b: Judged): number =>
    a.span.start - b.span.start || a.span.end - b.span.end || (a.rule < b.rule ? -1 : 1)
  return { kept: [...kept].sort(byPlace), notListed }
}

/** Those that count before those that are overridden. */
function worstFirst(a: Judged, b: Judged): number {
  const open = (one: Judged): number => (one.override === undefined ? 0 : 1)
  return open(a) - open(b) || rank(b.severity) - rank(a.severity) || a.span.start - b.span.start
}

function rank(severity: ThreatSeverity): number {
  return THREAT_SEVERITIES.indexOf(severity)
}

function completeAll(kept: readonly Judged[], text: string): readonly FileFinding[] {
  if (kept.length === 0) return []
  const lines = createLineIndex(text)
  return kept.map((one) => {
    const end = lines.position(one.span.end)
    return {
      ...one,
      ...lines.position(one.span.start),
      endLine: end.line,
      endColumn: end.column,
      excerpt: excerptOf(text, one.span, lines),
    }
  })
}

function worstAction(counted: readonly Judged[]): ThreatAction {
  const worst = counted.reduce(
    (most, { action }) => Math.max(most, THREAT_ACTIONS.indexOf(action)),
    0,
  )
  return THREAT_ACTIONS[worst] ?? 'pass'
}

function verdictOf(
  worst: ThreatAction,
  { found, partial }: { readonly found: number; readonly partial: boolean },
): FileVerdict {
  if (worst !== 'pass') return worst === 'warn' ? 'warn' : 'block'
  if (partial) return 'partial'
  return found > 0 ? 'info' : 'clean'
}

function countSeverities(counted: readonly Judged[]): ScannedFile['counts'] {
  const counts = { info: 0, low: 0, medium: 0, high: 0, critical: 0 }
  for (const { severity } of counted) counts[severity]++
  return counts
}
