import { scanBlocks } from '../budget/blocks.ts'
import type { Enclosure } from '../budget/fence-tracker.ts'
import type { Diagnostic } from '../model/diagnostic.ts'
import type { SourceDocument } from '../model/source.ts'
import { createLineIndex } from '../text/line-index.ts'

/**
 * Finds code fences and comments of a body that nothing closes: whatever
 * follows, up to the end of the list item, quote or file, counts as code, or as
 * a comment.
 */
export function findUnclosed(document: SourceDocument): readonly Diagnostic[] {
  const open = unclosedOf(document)
  if (open.length === 0) return []
  const index = createLineIndex(document.text)
  const { root, path } = document.ref
  return open.map((enclosure): Diagnostic => {
    const start = document.body.start + enclosure.start
    const [line, last] = index.linesOf(start, document.body.start + enclosure.end)
    const source = { root, path, line, column: 1 }
    const isComment = enclosure.close === '-->'
    return {
      code: isComment ? 'markdown.unclosed-comment' : 'markdown.unclosed-fence',
      severity: 'warning',
      message: `${isComment ? 'a comment' : 'a code fence'} is opened here and never closed: it goes on to line ${last}`,
      source,
      fix: `write ${enclosure.close.trim()} on a line of its own where it ends`,
    }
  })
}

/**
 * The text of a file with its last fence closed, or `null` when no fence is open
 * at its end. The text before stays byte for byte; the line ends of the file are kept.
 */
export function closeLastFence(document: SourceDocument): string | null {
  const { text, body } = document
  const last = unclosedOf(document).findLast(({ close }) => close !== '-->')
  if (!last || body.start + last.end < text.trimEnd().length) return null
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n'
  const gap = /[\r\n]$/.test(text) ? '' : lineEnd
  return `${text}${gap}${last.close}${lineEnd}`
}

function unclosedOf({ text, body }: SourceDocument): readonly Enclosure[] {
  const part = text.slice(body.start, body.end)
  if (!/```|~~~|<!--/.test(part)) return []
  return scanBlocks(part)
    .flatMap((block) => block.enclosures)
    .filter(({ closed, close }) => !closed && /^[\s>]*(?:`{3,}|~{3,})$|^-->$/.test(close))
}
