import type { ThreatAction, ThreatFinding, ThreatScan, ThreatSeverity, Trust } from '@onesoul/core'
import type { NotRead } from './list-files.ts'

/** What a text is, which decides what is looked for in it. */
export type Carrier = 'context' | 'skill' | 'code' | 'text'

/** The scanner: pure, never throws. */
export type ScanText = (text: string, options: { readonly carrier: Carrier }) => ThreatScan

/** Why a finding does not count. */
export interface Overridden {
  readonly reason: string
  readonly until: string
}

/** A finding in a file. Lines and columns are 1-based; columns count UTF-16 units, `endColumn` is behind the last. */
export interface FileFinding extends ThreatFinding {
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
  readonly action: ThreatAction
  /** Hex SHA-256 of the block around it, line ends as LF: what an override names. */
  readonly block: string
  /** Absent: it counts. */
  readonly override?: Overridden
  /** The line that it begins in, as far as people are shown it. */
  readonly excerpt: Excerpt
}

/** A piece of one line; the found words are the range in it. */
export interface Excerpt {
  readonly text: string
  readonly start: number
  readonly end: number
  /** Something of the line stands before or behind the piece. */
  readonly cut: { readonly before: boolean; readonly behind: boolean }
  /** The found words go on in the next line. */
  readonly goesOn: boolean
}

/**
 * `clean`: everything was seen and nothing found. `info`: only findings that the
 * policy lets pass, or that are overridden. `warn`, `block`: what the policy does about the
 * worst. `partial`: nothing of that, and not everything was seen.
 */
export type FileVerdict = 'clean' | 'info' | 'warn' | 'block' | 'partial'

export interface ScannedFile {
  readonly path: string
  /** Absolute; empty for standard input. */
  readonly absolute: string
  /** Hex, of the bytes that were read; null when none were. */
  readonly sha256: string | null
  readonly bytes: number
  readonly trust: Trust
  readonly verdict: FileVerdict
  /** In the order of their places. */
  readonly findings: readonly FileFinding[]
  /** Findings beyond those that are kept of one family, the mildest ones. */
  readonly notListed: readonly { readonly family: string; readonly count: number }[]
  /** Findings by severity, those that are overridden left out, those that are not listed counted. */
  readonly counts: Readonly<Record<ThreatSeverity, number>>
  /** Findings that count and for which the policy does something. */
  readonly acted: number
  /** Findings that an override takes out of the count. */
  readonly overridden: number
  /** Why a part was not seen, one clause each. */
  readonly partial: readonly string[]
  /** It is no text: what it holds cannot be judged. */
  readonly opaque: boolean
  /** The action for the worst finding that counts; `pass` without one. */
  readonly worst: ThreatAction
}

export interface ScanReport {
  readonly files: readonly ScannedFile[]
  readonly skipped: readonly string[]
  readonly unseen: readonly NotRead[]
  readonly deadLinks: readonly NotRead[]
}
