import { CODE_INDENT } from '../budget/block-starts.ts'
import { trackFences } from '../budget/fence-tracker.ts'
import { scanMarkdownLines } from '../budget/markdown-lines.ts'

/** A mark of ours or of another tool that keeps blocks in such files: OMX and its `USER:OMX:…`, `omx:generated:…`. */
const FOREIGN_OR_OWN_MARK = /<!--(?=\s*(?:[A-Z]+:)?(?:ONESOUL|OMX)\s*:)/gi

/**
 * A text as the body of a block: lines that end with LF, a final line end unless it is empty, no NUL, no lone
 * surrogate. What would read as a mark of a block has its bracket as `&lt;`, and a fence that the text leaves open is
 * closed, so that neither ends in what follows. Applied to its own result it changes nothing.
 */
export function toBlockBody(text: string): string {
  const lines = text
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', '')
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(FOREIGN_OR_OWN_MARK, '&lt;!--')
    .replace(/\n+$/, '')
  return lines === '' ? '' : closeFences(`${lines}\n`)
}

function closeFences(body: string): string {
  const fences = trackFences()
  for (const line of scanMarkdownLines(body)) {
    fences.read(line, line.indent < CODE_INDENT ? line.body : '')
  }
  const last = fences.finish().at(-1)
  return last && !last.closed ? `${body}${last.close}\n` : body
}
