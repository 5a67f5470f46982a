import { type FittedFamily, familyCosts } from './family-costs.ts'

/** Tables that were asked for; each is 64 KB and the same every time. */
const TABLES = new Map<FittedFamily, Uint8Array>()

/** Tokens of a text in a family, rounded up; see `estimateTokens`. */
export function estimateForFamily(text: string, family: FittedFamily): number {
  const costs = TABLES.get(family) ?? familyCosts(family)
  TABLES.set(family, costs)
  let hundredths = 0
  for (let i = 0; i < text.length; i++) hundredths += costs[text.charCodeAt(i)] ?? 0
  return Math.ceil(hundredths / 100)
}
