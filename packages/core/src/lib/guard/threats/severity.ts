import type { ThreatSeverity } from './threat-finding.ts'

const SCALE: readonly ThreatSeverity[] = ['info', 'low', 'medium', 'high', 'critical']

/** A severity some steps higher or lower, within the scale. */
export function shiftSeverity(severity: ThreatSeverity, steps: number): ThreatSeverity {
  const at = Math.min(Math.max(rankSeverity(severity) + steps, 0), SCALE.length - 1)
  return SCALE[at] ?? severity
}

/** 0 for `info` to 4 for `critical`. */
export function rankSeverity(severity: ThreatSeverity): number {
  return SCALE.indexOf(severity)
}
