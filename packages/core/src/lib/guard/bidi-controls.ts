const CONTROL_OR_LINE_END = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\n\r\u2029]/g
/** One bidirectional control. */
export const BIDI_CONTROL: RegExp = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
const OPENING_ISOLATE = '\u2066\u2067\u2068'
const OPENING_EMBEDDING = '\u202a\u202b\u202d\u202e'
const OVERRIDE = '\u202d\u202e'
const MARK = '\u061c\u200e\u200f'

/** Letters of scripts that run from right to left; the engine knows no property Bidi_Class, so the scripts are named. */
const RTL_LETTER =
  /(?=\p{L})[\p{scx=Hebr}\p{scx=Arab}\p{scx=Syrc}\p{scx=Thaa}\p{scx=Nkoo}\p{scx=Samr}\p{scx=Mand}\p{scx=Adlm}\p{scx=Rohg}]/u

interface Opened {
  readonly offset: number
  readonly isolate: boolean
  readonly override: boolean
}

/**
 * Offsets of the bidirectional controls that have a use: in a text with letters
 * that run from right to left, marks, and isolates and embeddings that are closed
 * on their line. Overrides never have one. Everything else is not in the set.
 */
export function usefulBidiControls(text: string): ReadonlySet<number> {
  const useful = new Set<number>()
  if (!BIDI_CONTROL.test(text) || !RTL_LETTER.test(text)) return useful
  let open: Opened[] = []
  for (const { 0: control, index: offset } of text.matchAll(CONTROL_OR_LINE_END)) {
    if (MARK.includes(control)) useful.add(offset)
    else if (OPENING_ISOLATE.includes(control) || OPENING_EMBEDDING.includes(control)) {
      const isolate = OPENING_ISOLATE.includes(control)
      open.push({ offset, isolate, override: OVERRIDE.includes(control) })
    } else if (/[\n\r\u2029]/.test(control)) open = []
    else {
      const closed = takeClosed(open, control === '\u2069')
      if (closed && !closed.override) useful.add(closed.offset).add(offset)
    }
  }
  return useful
}

/** Takes what a closing control closes off the stack: an isolate closes the embeddings inside it too. */
function takeClosed(open: Opened[], isolate: boolean): Opened | undefined {
  if (!isolate) return open.at(-1)?.isolate === false ? open.pop() : undefined
  const at = open.findLastIndex((opened) => opened.isolate)
  if (at < 0) return undefined
  return open.splice(at)[0]
}
