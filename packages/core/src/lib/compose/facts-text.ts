import type { RuntimeFacts } from '../model/runtime-facts.ts'

export interface FactsText {
  readonly section: 'runtime-facts'
  readonly text: string
}

const ESCAPES: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

/** The facts as one JSON line in which no character can be structure; keys in their declared order. */
export function factsText(facts: RuntimeFacts | null): FactsText | null {
  if (!facts || Object.keys(facts).length <= 1) return null
  const text = JSON.stringify(facts).replace(
    /[<>&\u2028\u2029]/g,
    (character) => ESCAPES[character] ?? '',
  )
  return { section: 'runtime-facts', text }
}
