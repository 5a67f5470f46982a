/** A text whose lines end in LF alone, and the way back to the text as it was given. */
export interface PlainBreaks {
  readonly text: string
  /** The offset in the text as it was given. */
  readonly toOriginal: (offset: number) => number
}

/** Takes the carriage return of each CRLF out, so that no rule sees how an editor ends lines. */
export function withPlainBreaks(text: string): PlainBreaks {
  const parts = text.split('\r\n')
  const breaks: number[] = []
  let at = 0
  for (const part of parts) {
    at += part.length
    breaks.push(at)
    at++
  }
  return { text: parts.join('\n'), toOriginal: (offset) => offset + countBelow(breaks, offset) }
}

/** How many of the ascending numbers are below a limit. */
function countBelow(numbers: readonly number[], limit: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? limit) < limit) low = middle + 1
    else high = middle
  }
  return low
}
