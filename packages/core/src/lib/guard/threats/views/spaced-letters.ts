import type { ReadView } from './read-view.ts'
import { type TextView, ViewBuilder } from './text-view.ts'

const FEWEST = 6
/** One character and white space or a mark, again and again; the longer gaps part words. */
const SPACED =
  /(?:^|[\s"'`(>*])((?:[^\s](?:[ \u00a0\t]{1,8}|[.\-_*|·•]))(?:[^\s](?:[ \u00a0\t]{1,8}|[.\-_*|·•])){4,400}[^\s]?)/gm

/** Text written letter by letter (`i g n o r e`), put together again. */
export function spacedLettersView({ view, notes }: ReadView): TextView | undefined {
  if (!hasRun(notes.single)) return undefined
  const builder = new ViewBuilder(view)
  for (const match of view.text.matchAll(SPACED)) {
    const run = match[1] ?? ''
    join(run, match.index + match[0].length - run.length, builder)
    builder.add('\n', match.index)
  }
  return builder.finish('spaced')
}

/** Whether single letters follow one another closely somewhere. */
function hasRun(offsets: readonly number[]): boolean {
  let length = 1
  for (let at = 1; at < offsets.length; at++) {
    const close = (offsets[at] ?? 0) - (offsets[at - 1] ?? 0) <= 9
    length = close ? length + 1 : 1
    if (length >= FEWEST) return true
  }
  return false
}

function join(run: string, start: number, builder: ViewBuilder): void {
  const gaps = run.match(/[ \u00a0\t]+/g) ?? []
  const marks = run.match(/[^\s][.\-_*|·•](?=[^\s])/g)?.length ?? 0
  const usual = marks > gaps.length ? 0 : Math.min(...gaps.map((gap) => gap.length))
  let at = 0
  while (at < run.length) {
    const gap = /^[ \u00a0\t]+/.exec(run.slice(at, at + 10))?.[0]
    if (gap !== undefined) {
      if (gap.length > usual) builder.add(' ', start + at)
      at += gap.length
    } else {
      builder.add(run.charAt(at), start + at)
      at += usual === 0 && /[.\-_*|·•]/.test(run.charAt(at + 1)) ? 2 : 1
    }
  }
}
