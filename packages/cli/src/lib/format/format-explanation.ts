import type { ExplainedPlace } from '@onesoul/core'
import type { Style } from '../terminal/terminal.ts'
import { displayWidth, padEnd } from './columns.ts'
import { visible } from './visible.ts'

/** Places as aligned lines: in or not, section, file and line, the rule. */
export function formatExplanation(places: readonly ExplainedPlace[], style: Style): string {
  const width = (of: (place: ExplainedPlace) => string): number =>
    Math.max(...places.map((place) => displayWidth(of(place))))
  const section = width((place) => visible(place.section))
  const source = width(placeOf)
  const paint = { in: style.good, native: style.accent, not: style.warn }
  return places
    .map((place) =>
      [
        `  ${paint[place.verdict](padEnd(place.verdict, 6))}`,
        padEnd(visible(place.section), section),
        padEnd(placeOf(place), source),
        visible(place.rule),
      ].join('  '),
    )
    .map((line) => `${line.trimEnd()}\n`)
    .join('')
}

function placeOf(place: ExplainedPlace): string {
  const path = place.source.root === 'worktree' ? `./${place.source.path}` : place.source.path
  const scope = place.source.scope ? ` (${place.source.scope})` : ''
  return `${visible(path)}:${place.line}${scope}`
}
