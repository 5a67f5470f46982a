import type { ThreatAction, ThreatSeverity } from '@onesoul/core'

/**
 * Whether a finding keeps a skill back: the policy takes the words away, or quotes
 * them and they are of high severity. A skill is orders, so that it cannot be
 * quoted in part; what is of medium severity is told and left to the person.
 */
export function keepsSkillBack({
  action,
  severity,
}: {
  readonly action: ThreatAction
  readonly severity: ThreatSeverity
}): boolean {
  if (action === 'stub' || action === 'refuse') return true
  return action === 'quote' && (severity === 'high' || severity === 'critical')
}
