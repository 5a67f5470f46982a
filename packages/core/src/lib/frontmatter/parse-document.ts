import type { Diagnostic, WithDiagnostics } from '../model/diagnostic.ts'
import type { SourceDocument, SourceRef } from '../model/source.ts'
import { decodeText } from '../text/decode.ts'
import { readFrontmatter } from './read-frontmatter.ts'
import { readYamlMapping } from './read-yaml-mapping.ts'
import { splitFrontmatter } from './split-frontmatter.ts'

/**
 * Turns the bytes of a file into a document: decoded text, frontmatter, and the
 * range of the body. Never throws; what is not certainly frontmatter is content,
 * whole, with a warning when it looks like an accident.
 */
export function parseDocument(ref: SourceRef, bytes: Uint8Array): WithDiagnostics<SourceDocument> {
  const decoded = decodeText(bytes)
  const issues = decoded.issues.map(
    (issue): Diagnostic => ({
      code: `decode.${issue.kind}`,
      severity: 'warning',
      message: issue.message,
      source: { root: ref.root, path: ref.path, line: issue.line, column: issue.column },
    }),
  )
  const parsed = parseText(ref, decoded.text)
  return { value: parsed.value, diagnostics: [...issues, ...parsed.diagnostics] }
}

/** As `parseDocument`, for text that is already decoded. */
export function parseText(ref: SourceRef, text: string): WithDiagnostics<SourceDocument> {
  const split = splitFrontmatter(text)
  const whole: SourceDocument = {
    ref,
    text,
    frontmatter: null,
    body: { start: 0, end: text.length },
  }
  const report = reporter(ref)
  if (split.kind === 'none') return { value: whole, diagnostics: [] }
  if (split.kind === 'unclosed') return unclosed(whole, report)
  if (split.kind === 'language-tag') {
    const message = `\`---${split.tag}\` opens no frontmatter; the block is kept as content and nothing in it is executed`
    return { value: whole, diagnostics: [report('frontmatter.language-tag', message, 1)] }
  }
  const mapping = readYamlMapping(text.slice(split.yamlStart, split.yamlEnd))
  if (mapping.kind === 'other') return { value: whole, diagnostics: [] }
  if (mapping.kind === 'invalid') {
    const message = `the block between the --- lines is no readable YAML and is kept as content: ${mapping.message}`
    return { value: whole, diagnostics: [report('frontmatter.invalid', message, mapping.line + 1)] }
  }
  const { frontmatter, complaints } = readFrontmatter(mapping)
  const body = { start: split.bodyStart, end: text.length }
  return {
    value: { ref, text, frontmatter, body },
    diagnostics: complaints.map((complaint) => report(complaint.code, complaint.message, 1)),
  }
}

/** Whether the file is there and empty on purpose: its body holds nothing but white space. */
export function isCleared(document: SourceDocument): boolean {
  const body = document.text.slice(document.body.start, document.body.end)
  return body.replaceAll('\ufeff', '').trim() === ''
}

type Report = (code: string, message: string, line: number) => Diagnostic

function reporter(ref: SourceRef): Report {
  return (code, message, line) => ({
    code,
    severity: 'warning',
    message,
    source: { root: ref.root, path: ref.path, line },
  })
}

/** A lone thematic break at the top is content; a key right after it was meant as frontmatter. */
function unclosed(whole: SourceDocument, report: Report): WithDiagnostics<SourceDocument> {
  const secondLine = whole.text.split('\n', 2)[1] ?? ''
  if (!/^[A-Za-z][\w-]*:(?:\s|$)/.test(secondLine)) return { value: whole, diagnostics: [] }
  const message = 'the frontmatter opened on line 1 has no closing --- line and is kept as content'
  return { value: whole, diagnostics: [report('frontmatter.unclosed', message, 1)] }
}
