import type { InstructionReader } from '../port/reading.ts'

/** What an agent does about a group of names of which one file is new. */
export interface ReadingShift {
  readonly agent: string
  /** The file that it reads after the change. */
  readonly reads: string
  /** The file that it no longer reads, or not although it was written for it. */
  readonly ignores: string
}

export interface ShiftInput {
  /** Paths that are written. */
  readonly written: readonly string[]
  /** Paths that hold text which is not ours. */
  readonly foreign: readonly string[]
}

/**
 * Says which text that is there an agent stops reading because a better name of
 * it is written, and which written file it does not read because a better name
 * is there. Pure.
 */
export function findShifts(
  readers: readonly InstructionReader[],
  { written, foreign }: ShiftInput,
): readonly ReadingShift[] {
  const there = new Set([...written, ...foreign])
  return readers.flatMap(({ id, reading }) =>
    reading.groups.flatMap((group) => {
      const [reads, ...rest] = group.filter((path) => there.has(path))
      if (reads === undefined) return []
      const isNew = written.includes(reads) && !foreign.includes(reads)
      const ignored = rest.filter((path) => (isNew ? foreign : [reading.file]).includes(path))
      return ignored.map((ignores) => ({ agent: id, reads, ignores }))
    }),
  )
}
