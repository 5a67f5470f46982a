import { POLICY_PRESETS, THREAT_SEVERITIES, type ThreatSeverity, type Trust } from '@onesoul/core'
import { knownValue } from '../terminal/known-value.ts'

export interface ScanFlags {
  readonly format?: string
  readonly policy?: string
  readonly trust?: string
  readonly failOn?: string
  readonly allowOpaque?: boolean
  readonly since?: string
}

const SCAN_FORMATS = ['text', 'json', 'sarif'] as const
const TRUSTS = ['operator', 'user', 'project', 'model', 'external'] as const

/** Values that completion offers for the options of `scan`. */
export const SCAN_VALUES: Readonly<Record<string, readonly string[]>> = {
  'scan --format': SCAN_FORMATS,
  '--policy': POLICY_PRESETS,
  '--trust': TRUSTS,
  '--fail-on': THREAT_SEVERITIES,
}

/** The flags of `scan`, checked. */
export interface ScanChoice {
  readonly format: (typeof SCAN_FORMATS)[number]
  /** Null: by the place of each file. */
  readonly trust: Trust | null
  /** Null: what the policy does something about. */
  readonly failOn: ThreatSeverity | null
}

/** Checks the flags; a value that is not known is a usage error. `--json` is `--format json`. */
export function readScanFlags(flags: ScanFlags, json: boolean): ScanChoice {
  const { format, trust, failOn } = flags
  return {
    format:
      format === undefined
        ? json
          ? 'json'
          : 'text'
        : knownValue('--format', format, SCAN_FORMATS),
    trust: trust === undefined ? null : knownValue('--trust', trust, TRUSTS),
    failOn: failOn === undefined ? null : knownValue('--fail-on', failOn, THREAT_SEVERITIES),
  }
}
