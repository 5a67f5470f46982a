/** An occurrence of a text: a half-open range of the text that was searched. */
export interface TextHit {
  readonly start: number
  readonly end: number
}

/** Every place where `needle` stands, byte for byte, without overlaps. A needle without words is nowhere. */
export function findExact(haystack: string, needle: string): readonly TextHit[] {
  if (needle.trim() === '') return []
  const hits: TextHit[] = []
  for (let at = haystack.indexOf(needle); at >= 0; ) {
    hits.push({ start: at, end: at + needle.length })
    at = haystack.indexOf(needle, at + needle.length)
  }
  return hits
}

/** As `findExact`, for agents that re-wrap text: runs of white space count as one blank. */
export function findNormalised(haystack: string, needle: string): readonly TextHit[] {
  const { text, offsets } = normalise(haystack)
  return findExact(text, normalise(needle).text.trim()).map(({ start, end }) => ({
    start: offsets[start] ?? 0,
    end: (offsets[end - 1] ?? 0) + 1,
  }))
}

/** The text with each run of white space as one blank, and for each unit the offset where it comes from. */
function normalise(source: string): { readonly text: string; readonly offsets: readonly number[] } {
  let text = ''
  const offsets: number[] = []
  for (const match of source.matchAll(/\s+|\S+/g)) {
    const [run] = match
    const isSpace = run.trim() === ''
    text += isSpace ? ' ' : run
    for (let i = 0; i < (isSpace ? 1 : run.length); i++) offsets.push(match.index + i)
  }
  return { text, offsets }
}

/** Whether two ranges share a place. */
export function overlaps(a: TextHit, b: TextHit): boolean {
  return a.start < b.end && b.start < a.end
}
