import { countBytes, countChars } from '../text/measure.ts'
import { estimateTokens } from '../text/tokens.ts'

/** What a size limit counts: Unicode code points, UTF-8 bytes, or estimated tokens. */
export type BudgetUnit = 'chars' | 'bytes' | 'tokens'

/** The size of a text in a unit. */
export function measureIn(unit: BudgetUnit, text: string): number {
  if (unit === 'bytes') return countBytes(text)
  return unit === 'tokens' ? estimateTokens(text) : countChars(text)
}

/** A limit as a person reads it: `8,000-character limit`. */
export function formatLimit(amount: number, unit: BudgetUnit): string {
  const count = amount.toString().replace(/\B(?=(?:\d{3})+$)/g, ',')
  return `${count}-${{ chars: 'character', bytes: 'byte', tokens: 'token' }[unit]} limit`
}
