import { type SectionDifference, SLOTS } from '@onesoul/core'
import type { ChangePolicies, ChangePolicy } from '@onesoul/sources'

/** What `sessions.onChange` says about a section; what is no slot follows `default`. */
export function policyOf(sectionId: string, policies: ChangePolicies): ChangePolicy {
  const slot = SLOTS.find(({ element }) => element === sectionId)
  return (slot && policies[slot.slot]) ?? policies.default
}

/** The changes that a policy applies to. */
export function changesUnder(
  policy: ChangePolicy,
  changes: readonly SectionDifference[],
  policies: ChangePolicies,
): readonly SectionDifference[] {
  return changes.filter(({ id }) => policyOf(id, policies) === policy)
}
