import { RULES } from '../rules/rules.ts'
import { FORGED_TAG } from './find-forged-tags.ts'
import { HIDDEN_ORDER } from './find-hidden-orders.ts'
import { HIDDEN_TEXT_RULES } from './find-hidden-text.ts'
import { NAME_SLIP } from './find-name-slips.ts'
import { hashWord } from './fold-word.ts'
import type { ThreatRuleSummary } from './threat-rule.ts'

/** Every rule that a finding can name, by id. */
export const THREAT_RULES: readonly ThreatRuleSummary[] = [
  ...RULES,
  ...HIDDEN_TEXT_RULES,
  FORGED_TAG,
  HIDDEN_ORDER,
  NAME_SLIP,
]
  .filter((rule) => rule.family !== 'cipher')
  .map(({ id, version, family, severity, title }) => ({ id, version, family, severity, title }))
  .sort((a, b) => (a.id < b.id ? -1 : 1))

/** Changes whenever a rule is added, removed or given another version; for keys of caches. */
export const RULESET_VERSION: string = versionOf(THREAT_RULES)

function versionOf(rules: readonly ThreatRuleSummary[]): string {
  const names = rules.map((rule) => `${rule.id}@${rule.version}`).join(' ')
  return `1-${(hashWord(names) >>> 0).toString(16).padStart(8, '0')}`
}
