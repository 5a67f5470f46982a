import type { ThreatFinding } from './threat-finding.ts'

/** A finding as a clause of a diagnostic: what it is, then its rule and, unless it is plain, its form. */
export function describeThreat({
  message,
  rule,
  form,
}: Pick<ThreatFinding, 'message' | 'rule' | 'form'>): string {
  const words = message.charAt(0).toLowerCase() + message.slice(1).replace(/\.$/, '')
  return `${words} (${rule}${form === 'plain' ? '' : `, ${form}`})`
}
