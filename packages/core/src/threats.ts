/** The threat scanner: what it finds, the rules it knows. Pure, without a clock or files. */
export { RULESET_VERSION, THREAT_RULES } from './lib/guard/threats/rule-summaries.ts'
export { type ScanOptions, scanThreats } from './lib/guard/threats/scan-threats.ts'
export type {
  ThreatFinding,
  ThreatForm,
  ThreatScan,
  ThreatSeverity,
} from './lib/guard/threats/threat-finding.ts'
export type { ThreatRuleSummary } from './lib/guard/threats/threat-rule.ts'
