import type { ThreatRule } from '../threats/threat-rule.ts'

/** Not findings: words that make the scanner read their lines in a cipher as well, or put parts together. */
export const CIPHER_RULES: readonly ThreatRule[] = [
  ...['rot13', 'atbash', 'reversed'].map((name) => lineRule(name, [`@${name}`])),
  lineRule('parts', [
    'combine|combined|combining|concatenate|concatenated|concatenating|concatenation|join|joined|assemble|reassemble|put_together',
    'do a|both|the_first',
    'a|part|first ..1 then ..1 b|part|second',
    'in ..1 order',
    'a b',
  ]),
]

function lineRule(name: string, patterns: readonly string[]): ThreatRule {
  return {
    id: `cipher.${name}`,
    version: 1,
    family: 'cipher',
    severity: 'info',
    title: `Words of ${name}.`,
    languages: ['en'],
    patterns,
  }
}
