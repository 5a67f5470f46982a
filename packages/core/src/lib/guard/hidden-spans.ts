import { OPENING_BRACKETS } from './angle-brackets.ts'

/** Comments and CDATA sections of a text, as an HTML tokenizer pairs them. */
export interface HiddenSpans {
  /** Opening offset to the offset after the span; only outermost spans. */
  readonly ends: ReadonlyMap<number, number>
  /** Openings with no closing after them, ascending. */
  readonly unclosed: readonly number[]
}

const BRACKETS = [...OPENING_BRACKETS].join('')
const TOKEN = new RegExp(
  `[${BRACKETS}][!！](?:([-－﹣]{2})(-?>)?|[[［]cdata[[［])|--!?>|\\]\\]>`,
  'giu',
)

/**
 * Finds comments (`<!-- -->`, closed by `-->` or `--!>`; `<!-->` is an empty one)
 * and CDATA sections. Openings count in look-alike brackets too, closings only in
 * ASCII. What stands inside a span opens none; openings at `ignored` offsets count
 * as plain text. An opening that nothing closes would swallow what follows it,
 * the next element included.
 */
export function findHiddenSpans(text: string, ignored: ReadonlySet<number>): HiddenSpans {
  const ends = new Map<number, number>()
  const unclosed: number[] = []
  const last = {
    comment: Math.max(text.lastIndexOf('-->'), text.lastIndexOf('--!>')),
    cdata: text.lastIndexOf(']]>'),
  }
  let open: { readonly start: number; readonly kind: SpanKind } | undefined
  for (const token of text.matchAll(TOKEN)) {
    const start = token.index
    const after = start + token[0].length
    const opening = openingKind(token, ignored)
    const empty = token[2] !== undefined
    if (opening && !empty && last[opening] < after) unclosed.push(start)
    else if (open && CLOSING[open.kind].test(token[0])) {
      ends.set(open.start, after)
      open = undefined
    } else if (opening && empty && !open) ends.set(start, after)
    else if (opening && !open) open = { start, kind: opening }
  }
  return { ends, unclosed }
}

type SpanKind = 'comment' | 'cdata'

const CLOSING: Readonly<Record<SpanKind, RegExp>> = { comment: /--!?>$/, cdata: /\]\]>$/ }

function openingKind(token: RegExpExecArray, ignored: ReadonlySet<number>): SpanKind | undefined {
  if (/^[-\]]/.test(token[0]) || ignored.has(token.index)) return undefined
  return token[1] === undefined ? 'cdata' : 'comment'
}
