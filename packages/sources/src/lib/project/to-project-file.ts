import { relative, sep } from 'node:path'
import { type Diagnostic, parseDocument, type SourceDocument, type SourceRef } from '@onesoul/core'
import type { ReadContent } from '@onesoul/disk'
import { readCursorRule } from './cursor-rule.ts'
import type { ProjectFile } from './worktree.ts'

export interface FilePlace {
  readonly root: string
  /** Directory whose instructions the file holds, relative to the root. */
  readonly directory: string
  /** Relative to the root, `/`-separated. */
  readonly path: string
}

/** A file that was read, as an instruction file with its document. */
export function toProjectFile(
  { root, directory, path }: FilePlace,
  found: ReadContent,
): { readonly file: ProjectFile; readonly diagnostics: readonly Diagnostic[] } {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const ref: SourceRef = { root: 'worktree', kind: 'project', name, path, sha256: found.sha256 }
  const parsed = parseDocument(ref, found.bytes)
  const rule = name.endsWith('.mdc') ? asCursorRule(parsed.value) : null
  const linkTarget = relative(root, found.realPath).split(sep).join('/')
  const file: ProjectFile = {
    path,
    name,
    directory,
    text: parsed.value.text,
    sizeBytes: found.size,
    ...(found.viaLink && { linkTarget }),
    sha256: found.sha256,
    document: parsed.value,
    ...rule,
  }
  const isComplaint = ({ code }: Diagnostic): boolean => rule !== null && OF_YAML.has(code)
  return { file, diagnostics: parsed.diagnostics.filter((one) => !isComplaint(one)) }
}

/** What is no fault in a rule of Cursor, whose frontmatter is not quite YAML. */
const OF_YAML: ReadonlySet<string> = new Set(['frontmatter.invalid', 'frontmatter.bad-value'])

const BLOCK = /^\ufeff?---[ \t]*\r?\n((?:[\s\S]*?\r?\n)?)---[ \t]*(?:\r?\n|$)/

function asCursorRule(document: SourceDocument): Pick<ProjectFile, 'document' | 'cursorRule'> {
  const [whole, block = null] = BLOCK.exec(document.text) ?? []
  const cursorRule = readCursorRule(block)
  if (whole === undefined || document.body.start > 0) return { document, cursorRule }
  const frontmatter = document.frontmatter ?? { keep: [], unknown: {} }
  const body = { start: whole.length, end: document.text.length }
  return { document: { ...document, frontmatter, body }, cursorRule }
}
