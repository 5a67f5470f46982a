import type { ExplainedPlace } from '@onesoul/core'
import type { Style } from '../terminal/terminal.ts'
import { displayWidth, padEnd } from './columns.ts'

/** Places as aligned lines: in or not, section, file and line, the rule. */
export function formatExplanation(places: readonly ExplainedPlace[], style: Style): string {
  const width = (of: (place: ExplainedPlace) => string): number =>
    Math.max(...places.map((place) => displayWidth(of(place))))
  const section = width((place) => place.section)
  const source = width(placeOf)
  const paint = { in: style.good, native: style.accent, not: style.warn }
  return places
    .map((place) =>
      [
        `  ${paint[place.verdict](padEnd(place.verdict, 6))}`,
        padEnd(place.section, section),
        padEnd(placeOf(place), source),
        place.rule,
      ].join('  '),
    )
    .map((line) => `${line.trimEnd()}\n`)
    .join('')
}

function placeOf(place: ExplainedPlace): string {
  const path = place.source.root === 'worktree' ? `./${place.source.path}` : place.source.path
  const scope = place.source.scope ? ` (${place.source.scope})` : ''
  return `${path}:${place.line}${scope}`
}
