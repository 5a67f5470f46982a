import type { Diagnostic, WithDiagnostics } from '../model/diagnostic.ts'
import type { Frontmatter, SourceDocument, SourceRef } from '../model/source.ts'
import { type DecodeIssue, decodeText } from '../text/decode.ts'
import { HIDDEN, readFrontmatter } from './read-frontmatter.ts'
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
      fix: DECODE_FIXES[issue.kind],
    }),
  )
  const parsed = parseText(ref, decoded.text)
  return { value: parsed.value, diagnostics: [...issues, ...parsed.diagnostics] }
}

const DECODE_FIXES: Readonly<Record<DecodeIssue['kind'], string>> = {
  'invalid-utf8': 'save the file as UTF-8',
  utf16: 'save the file as UTF-8',
  nul: 'remove the NUL characters from the file',
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
    const fix = `write \`---\` alone when YAML is meant`
    return { value: whole, diagnostics: [report('frontmatter.language-tag', message, { fix })] }
  }
  const block = text.slice(split.yamlStart, split.yamlEnd)
  const mapping = readYamlMapping(block)
  if (mapping.kind === 'other') return { value: whole, diagnostics: [] }
  if (mapping.kind === 'invalid') {
    const message = `the block between the --- lines is no readable YAML and is kept as content: ${mapping.message}`
    const fix = 'correct the YAML, or begin the file with other text'
    return unreadable(whole, block, (rest) =>
      report('frontmatter.invalid', message + rest, { line: mapping.line + 1, fix }),
    )
  }
  const { frontmatter, complaints } = readFrontmatter(mapping)
  const body = { start: split.bodyStart, end: text.length }
  return {
    value: { ref, text, frontmatter, body },
    diagnostics: complaints.map(({ code, message, line, fix }) =>
      report(code, message, { line: line + 1, fix }),
    ),
  }
}

/** Whether the file is there and empty on purpose: its body holds nothing but white space. */
export function isCleared(document: SourceDocument): boolean {
  const body = document.text.slice(document.body.start, document.body.end)
  return body.replaceAll('\ufeff', '').trim() === ''
}

type Report = (
  code: string,
  message: string,
  at: { readonly line?: number; readonly fix: string },
) => Diagnostic

function reporter(ref: SourceRef): Report {
  return (code, message, { line = 1, fix }) => ({
    code,
    severity: 'warning',
    message,
    source: { root: ref.root, path: ref.path, line },
    fix,
  })
}

/** A lone thematic break at the top is content; a key right after it was meant as frontmatter. */
function unclosed(whole: SourceDocument, report: Report): WithDiagnostics<SourceDocument> {
  const secondLine = whole.text.split('\n', 2)[1] ?? ''
  if (!/^[A-Za-z][\w-]*:(?:\s|$)/.test(secondLine)) return { value: whole, diagnostics: [] }
  const message = 'the frontmatter opened on line 1 has no closing --- line and is kept as content'
  const fix = 'put a line of three dashes after the last key, or remove the one on line 1'
  const block = whole.text.split(/\r?\n[ \t]*\r?\n/, 1)[0] ?? ''
  return unreadable(whole, block, (rest) => report('frontmatter.unclosed', message + rest, { fix }))
}

/** A block that names an audience and cannot be read hides its file: it was meant for somebody. */
const CLOSED: Frontmatter = { audience: 'owner', keep: [], unknown: {} }

function unreadable(
  whole: SourceDocument,
  block: string,
  complain: (rest: string) => Diagnostic,
): WithDiagnostics<SourceDocument> {
  if (!/^audience[ \t]*:/im.test(block)) return { value: whole, diagnostics: [complain('')] }
  return { value: { ...whole, frontmatter: CLOSED }, diagnostics: [complain(`; ${HIDDEN}`)] }
}
