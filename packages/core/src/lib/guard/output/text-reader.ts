import { type CharacterClass, classAt } from '../character-class.ts'

/**
 * Reads a text that may still be arriving. Whoever looks past the end of an
 * unfinished text makes the reader starved: its answer could become another one
 * with more text, so it does not count. Answers of a reader that is not starved
 * hold however the text goes on.
 */
export interface TextReader {
  /** The UTF-16 unit at an offset; empty past the end. */
  readonly unit: (offset: number) => string
  /** The character at an offset as a lenient reader takes it; `undefined` past the end. */
  readonly character: (offset: number) => CharacterClass | undefined
  /** What stands between two offsets that were read. */
  readonly slice: (start: number, end: number) => string
  readonly isStarved: () => boolean
}

/** A reader of `text`; `complete` says that nothing follows. */
export function createReader(text: string, complete: boolean): TextReader {
  let starved = false
  const look = (offset: number): void => {
    starved ||= offset >= text.length && !complete
  }
  return {
    unit: (offset) => {
      look(offset)
      return text.charAt(offset)
    },
    character: (offset) => {
      look(offset)
      return classAt(text, offset)
    },
    slice: (start, end) => text.slice(Math.max(0, start), end),
    isStarved: () => starved,
  }
}

/** The offset of the first unit from `start` on that `pattern` does not match, at most `start + max`. */
export function skipWhile(
  reader: TextReader,
  start: number,
  run: { readonly pattern: RegExp; readonly max: number },
): number {
  let at = start
  while (at < start + run.max) {
    const unit = reader.unit(at)
    if (unit === '' || !run.pattern.test(unit)) break
    at++
  }
  return at
}

/** Whether `text` stands at an offset. */
export function standsAt(reader: TextReader, start: number, text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (reader.unit(start + index) !== text.charAt(index)) return false
  }
  return true
}
