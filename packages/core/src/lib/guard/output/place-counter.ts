/** Line and column, 1-based; columns count UTF-16 units. */
export interface TextPlace {
  readonly line: number
  readonly column: number
}

/** Counts the lines of a text of which only a window is kept. Offsets are of the window and only grow. */
export interface PlaceCounter {
  at(window: string, offset: number): TextPlace
  /** The first units of the window are about to be dropped. */
  drop(window: string, units: number): void
}

const LINE_FEED = 0x0a

/** A counter at the beginning of a text. Linear over all calls. */
export function createPlaceCounter(): PlaceCounter {
  const seen = { offset: 0, line: 1, column: 1 }
  const goTo = (window: string, offset: number): void => {
    for (; seen.offset < offset; seen.offset++) {
      const ends = window.charCodeAt(seen.offset) === LINE_FEED
      seen.line += ends ? 1 : 0
      seen.column = ends ? 1 : seen.column + 1
    }
  }
  return {
    at(window, offset) {
      goTo(window, offset)
      return { line: seen.line, column: seen.column }
    },
    drop(window, units) {
      goTo(window, units)
      seen.offset -= units
    },
  }
}
