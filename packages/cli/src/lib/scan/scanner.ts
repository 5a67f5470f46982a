import type { ThreatSeverity } from '@onesoul/core'
import { RULESET_VERSION, scanThreats, THREAT_RULES } from '@onesoul/core/threats'
import type { ScanText } from '@onesoul/sources'

/** A rule as reports describe it. */
export interface ScannerRule {
  readonly id: string
  readonly family: string
  readonly severity: ThreatSeverity
  /** One sentence. */
  readonly title: string
}

/** The scanner of this build with its rules. */
export const SCANNER: {
  readonly scan: ScanText
  readonly rules: readonly ScannerRule[]
  /** Changes whenever a rule finds other text. */
  readonly ruleset: string
} = { scan: scanThreats, rules: THREAT_RULES, ruleset: RULESET_VERSION }
