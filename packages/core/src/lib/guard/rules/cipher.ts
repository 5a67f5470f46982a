import type { ThreatRule } from '../threats/threat-rule.ts'

/** Not findings: words that make the scanner read their lines in a cipher as well. */
export const CIPHER_RULES: readonly ThreatRule[] = ['rot13', 'atbash', 'reversed'].map((name) => ({
  id: `cipher.${name}`,
  version: 1,
  family: 'cipher',
  severity: 'info',
  title: `Words in ${name}.`,
  languages: ['en'],
  patterns: [`@${name}`],
}))
