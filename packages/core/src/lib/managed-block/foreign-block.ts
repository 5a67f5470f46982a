import type { Diagnostic, WithDiagnostics } from '../model/diagnostic.ts'
import { fromByteText, toByteText } from './byte-text.ts'
import type { BlockContext } from './find-blocks.ts'
import type { BlockChange } from './managed-block.ts'
import { findMarks, type MarkLine, type MarkSyntax } from './mark-lines.ts'

/** The names of blocks of other tools: `OMX:RUNTIME` stands between `<!-- OMX:RUNTIME:START -->` and `…:END -->`. */
export const FOREIGN_BLOCK: RegExp = /^[A-Z][A-Z0-9_-]*(?::[A-Z][A-Z0-9_-]*)+$/

/**
 * Takes every block of another tool with this name out of a file; all other bytes stay, also the empty lines around
 * it. The value is `null`, with file and line, when the tool's marks are unbalanced, nested or in a fence that nothing
 * closes. `name` as in {@link FOREIGN_BLOCK}.
 */
export function stripForeignBlock(
  file: Uint8Array,
  name: string,
  { source }: Pick<BlockContext, 'source'>,
): WithDiagnostics<BlockChange | null> {
  const text = toByteText(file)
  const { marks, doubtful } = findMarks(text, syntaxOf(name))
  const fault = doubtful[0] ?? marks.find((mark, at) => mark.text !== expectedMark(name, at))
  const last = marks.at(-1)
  const broken = fault ?? (marks.length % 2 === 1 ? last : undefined)
  if (broken) return { value: null, diagnostics: [unclear(name, broken, source)] }
  const kept: string[] = []
  let from = 0
  marks.forEach((mark, at) => {
    if (at % 2 === 0) kept.push(text.slice(from, mark.start))
    else from = mark.end
  })
  const changed = marks.length > 0
  const bytes = changed ? fromByteText(kept.join('') + text.slice(from)) : file
  return { value: { bytes, changed }, diagnostics: [] }
}

function syntaxOf(name: string): MarkSyntax {
  const [start, end] = [expectedMark(name, 0), expectedMark(name, 1)]
  return {
    isMark: (line) => line === start || line === end,
    endOf: (line) => (line === start ? end : null),
  }
}

function expectedMark(name: string, at: number): string {
  return `<!-- ${name}:${at % 2 === 0 ? 'START' : 'END'} -->`
}

function unclear(name: string, { line }: MarkLine, source: Diagnostic['source']): Diagnostic {
  return {
    code: 'block.unbalanced',
    severity: 'error',
    message: `the marks of ${name} do not pair up here; nothing was changed`,
    ...(source && { source: { ...source, line } }),
    fix: 'Mend the marks by hand, or let the tool that wrote them remove them.',
  }
}
