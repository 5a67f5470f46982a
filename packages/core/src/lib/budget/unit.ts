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
  return `${grouped(amount)}-${WORDS[unit]} limit`
}

/** An amount as a person reads it: `8,000 characters`. */
export function formatAmount(amount: number, unit: BudgetUnit): string {
  return `${grouped(amount)} ${WORDS[unit]}${amount === 1 ? '' : 's'}`
}

const WORDS: Readonly<Record<BudgetUnit, string>> = {
  chars: 'character',
  bytes: 'byte',
  tokens: 'token',
}

/** Digits in groups of three: `8,000`. */
export function grouped(amount: number): string {
  return amount.toString().replace(/\B(?=(?:\d{3})+$)/g, ',')
}
