import { type Composition, explainOffset, scanBlocks } from '@onesoul/core'

/** Where two texts part. */
export interface Drift {
  /** The last heading above the first line that differs; `null`: none. */
  readonly heading: string | null
  /** File and line that the line comes from, as people write it; `null`: not from a file. */
  readonly source: string | null
}

/** Where a text that is there differs from the one that it should be. */
export function describeDrift(there: string, wanted: string, composition?: Composition): Drift {
  const offset = firstDifference(there, wanted)
  const heading = scanBlocks(wanted).findLast(
    ({ kind, start }) => kind === 'heading' && start <= offset,
  )
  const text = heading?.heading?.text ?? null
  return { heading: text, source: composition ? sourceAt(composition, wanted, offset) : null }
}

/** Offset in `wanted` of the first line that `there` has not in its place. */
function firstDifference(there: string, wanted: string): number {
  const [left, right] = [there.split('\n'), wanted.split('\n')]
  const line = right.findIndex((text, index) => text !== left[index])
  const before = line === -1 ? right.length - 1 : line
  return right.slice(0, before).reduce((sum, text) => sum + text.length + 1, 0)
}

/** The composed text differs from that of a block in line ends and marks alone. */
function sourceAt(composition: Composition, wanted: string, offset: number): string | null {
  const line = wanted.slice(offset).split('\n')[0] ?? ''
  const near = composition.text.indexOf(line, Math.max(0, offset - line.length))
  const at = line === '' || near === -1 ? offset : near
  const origin = explainOffset(composition, Math.min(at, composition.text.length - 1))
  return origin && 'source' in origin ? `${origin.source.path}:${origin.line}` : null
}
