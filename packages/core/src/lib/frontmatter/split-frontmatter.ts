/** Where a frontmatter block stands in a text, or why what looks like one is none. */
export type FrontmatterSplit =
  | { readonly kind: 'none' }
  | { readonly kind: 'unclosed' }
  /** `---js` and the like: an instruction to some other reader, content to us. */
  | { readonly kind: 'language-tag'; readonly tag: string }
  | {
      readonly kind: 'block'
      /** Offsets of the lines between the fences. */
      readonly yamlStart: number
      readonly yamlEnd: number
      /** Offset of the first character after the closing line. */
      readonly bodyStart: number
    }

const BYTE_ORDER_MARK = '\ufeff'

/**
 * Finds frontmatter: after an optional byte order mark, a first line of exactly
 * `---` (trailing blanks and CR allowed) and a later line of exactly `---` or
 * `...`. Whether the lines between are YAML is for the caller to decide.
 */
export function splitFrontmatter(text: string): FrontmatterSplit {
  const start = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0
  if (!text.startsWith('---', start)) return { kind: 'none' }
  const firstEnd = lineEnd(text, start)
  const tag = text.slice(start + 3, firstEnd).trim()
  if (/^[A-Za-z]\w*$/.test(tag)) return { kind: 'language-tag', tag }
  if (tag !== '') return { kind: 'none' }
  return findClosing(text, nextLine(text, firstEnd))
}

function findClosing(text: string, yamlStart: number): FrontmatterSplit {
  let line = yamlStart
  while (line < text.length) {
    const end = lineEnd(text, line)
    if (/^(?:---|\.\.\.)[ \t\r]*$/.test(text.slice(line, Math.min(end, line + 64)))) {
      return { kind: 'block', yamlStart, yamlEnd: line, bodyStart: nextLine(text, end) }
    }
    line = nextLine(text, end)
  }
  return { kind: 'unclosed' }
}

/** Offset of the LF that ends the line at `from`, or the end of the text. */
function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

function nextLine(text: string, end: number): number {
  return end < text.length ? end + 1 : end
}
