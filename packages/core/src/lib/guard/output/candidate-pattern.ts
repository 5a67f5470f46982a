/** How what a filter stops can begin. */
export interface Starts {
  /** Units that are enough to ask the detectors. */
  readonly units: readonly string[]
  /** Beginnings of two units or more. */
  readonly texts: readonly string[]
}

/**
 * Finds the next place at which a detector could find something: a control
 * character, one of the units, the first two units of a text, or the first of them
 * at the end. Stateful, for `lastIndex`.
 */
export function candidatePattern({ units, texts }: Starts): RegExp {
  const seconds = new Map<string, Set<string>>()
  for (const text of texts) {
    const first = text.charAt(0)
    seconds.set(first, (seconds.get(first) ?? new Set()).add(text.charAt(1)))
  }
  const pairs = Array.from(
    seconds,
    ([first, next]) => `${escaped(first)}(?=$|[${Array.from(next, escaped).join('')}])`,
  )
  const single = `[${Array.from(new Set(units), escaped).join('')}\\0-\\x08\\x0b-\\x1f\\x7f-\\x9f]`
  return new RegExp([single, ...pairs].join('|'), 'g')
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
