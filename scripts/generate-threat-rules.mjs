import { writeFile } from 'node:fs/promises'

const target = new URL(
  '../packages/core/src/lib/guard/rules/rule-tables.generated.ts',
  import.meta.url,
)
const built = new URL('../packages/core/dist/lib/guard/', import.meta.url)

/** The source text of the generated module: the threat rules as tables that load at once. From the built core. */
export async function threatRulesModule() {
  const { writeRuleTables } = await import(new URL('threats/write-rule-tables.js', built).href)
  const { RULES } = await import(new URL('rules/rules.js', built).href)
  const { WORDS } = await import(new URL('rules/words.js', built).href)
  const tables = JSON.stringify(writeRuleTables(RULES, WORDS), null, 2)
  return `/* Generated from the rules and words of this folder by scripts/generate-threat-rules.mjs. */
import type { RuleTables } from '../threats/rule-tables.ts'

export const RULE_TABLES: RuleTables = ${tables}
`
}

export async function generateThreatRules() {
  await writeFile(target, await threatRulesModule())
}
