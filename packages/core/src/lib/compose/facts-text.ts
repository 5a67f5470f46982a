import type { RuntimeFacts } from '../model/runtime-facts.ts'

export interface FactsText {
  readonly section: 'runtime-facts'
  readonly text: string
}

/**
 * The facts as one line of ASCII JSON in which no character can be structure, not
 * even one that only looks like a bracket; keys in their declared order.
 */
export function factsText(facts: RuntimeFacts | null): FactsText | null {
  if (!facts || Object.keys(facts).length <= 1) return null
  const text = JSON.stringify(facts).replace(/[<>&]|[^ -~]/g, escapeUnit)
  return { section: 'runtime-facts', text }
}

/** One UTF-16 unit as JSON writes it: `\u003c`. */
function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
