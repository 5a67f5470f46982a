import type { Composition, SectionDifference } from '@onesoul/core'

const LEAD =
  'The sections below replace those of the same name in the configuration that this session began with. Follow these; the earlier ones are void.'
const GONE = 'These sections no longer apply at all:'

/**
 * The changed sections of a composition in the frames that they stand in, with a
 * sentence that they supersede the earlier ones: for agents whose history keeps
 * the text that a session began with. Every section in it has passed the guard as
 * a part of `now`. `number` counts the updates of a session from 1: a change that
 * comes again after it was taken back is another text.
 */
export function supersedingText(
  now: Pick<Composition, 'placed'>,
  changes: readonly SectionDifference[],
  number: number,
): string {
  const wanted = new Set(['frame', ...changes.map(({ id }) => id)])
  const kept = now.placed.filter(({ section }) => wanted.has(section))
  const text = dropEmptyFrames(kept.map(({ piece }) => piece.text).join(''))
  const head = text.indexOf('\n') + 1
  return `${text.slice(0, head)}Update ${number} of this configuration. ${leadOf(changes)}\n${text.slice(head)}`
}

function leadOf(changes: readonly SectionDifference[]): string {
  const gone = changes
    .filter(({ change }) => change === 'removed')
    .map(({ before, id }) => {
      const path = before?.sources[0]?.path
      return id.startsWith('project:') && path !== undefined ? path : (before?.element ?? id)
    })
  const stays = changes.some(({ change }) => change !== 'removed')
  return [
    ...(stays ? [LEAD] : []),
    ...(gone.length > 0 ? [`${GONE} ${gone.map(quoted).join(', ')}.`] : []),
  ].join(' ')
}

/**
 * Frames that lost all their sections. Their names are reserved, so that no
 * body can hold one, and their own text is one line without a bracket.
 */
const EMPTY_FRAMES = [
  /<project>\n[^<]*<\/project>\n/g,
  /<directives>\n[^<]*<\/directives>\n/g,
  /<context>\n[^<]*(?:<notice>\n[^<]*<\/notice>\n)?<\/context>\n/g,
]

function dropEmptyFrames(text: string): string {
  return EMPTY_FRAMES.reduce((rest, frame) => rest.replaceAll(frame, ''), text)
}

/** A path may hold a bracket, which must not open an element here. */
function quoted(name: string): string {
  return JSON.stringify(name).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e')
}
