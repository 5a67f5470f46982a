import type { Diagnostic } from '../model/diagnostic.ts'
import type { SourceDocument } from '../model/source.ts'
import { createLineIndex } from '../text/line-index.ts'
import { readProse } from './read-prose.ts'

const PLACEHOLDER = /(\\?)\{\{[ \t]*([A-Za-z][\w.-]{0,63})[ \t]*\}\}/g

/**
 * The places of variables that a composition left as they were, by their names:
 * a warning in prose, an information in inline code, where the braces are more
 * often the subject than a gap. Each name once in a file.
 */
export function findUnfilled(
  document: SourceDocument,
  names: ReadonlySet<string>,
): readonly Diagnostic[] {
  if (names.size === 0) return []
  const index = createLineIndex(document.text)
  const { root, path } = document.ref
  const found = new Map<string, Diagnostic>()
  for (const line of readProse(document)) {
    for (const match of line.text.matchAll(PLACEHOLDER)) {
      const name = match[2] ?? ''
      if (match[1] || !names.has(name) || found.has(name)) continue
      const asCode = isInCode(line.text, match.index)
      found.set(name, {
        code: 'variable.unfilled',
        severity: asCode ? 'info' : 'warning',
        message: `{{${name}}} has no value and stays as it is`,
        source: { root, path, ...index.position(line.start + match.index) },
        fix: `set variables.${name} in config.yaml, or write \\{{${name}}} to keep the braces on purpose`,
      })
    }
  }
  return [...found.values()]
}

function isInCode(text: string, at: number): boolean {
  return (text.slice(0, at).match(/`/g)?.length ?? 0) % 2 === 1
}
