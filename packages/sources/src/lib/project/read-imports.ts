import { extname, join, posix } from 'node:path'
import { type Diagnostic, findImports } from '@onesoul/core'
import { isCredentialPlace, readFileSafely } from '@onesoul/disk'
import { kindOf } from './project-kind.ts'
import { toProjectFile } from './to-project-file.ts'
import type { ProjectFile } from './worktree.ts'

/** Files after the first, as Claude Code follows them. */
const MAX_HOPS = 4

/** Files that one work tree brings in. */
const MAX_FILES = 64

/** Kinds of files whose agents bring in other files with `@path`. */
const IMPORTING: ReadonlySet<string> = new Set(['claude', 'gemini'])

/** Endings of texts that people write or that describe a project. */
const TEXTS: ReadonlySet<string> = new Set(
  '.md .mdx .mdc .markdown .txt .rst .adoc .json .jsonc .yaml .yml .toml'.split(' '),
)

export interface ImportReading {
  /** The given files, each followed by those that it brings in. */
  readonly files: readonly ProjectFile[]
  readonly diagnostics: readonly Diagnostic[]
}

interface Walk {
  readonly root: string
  readonly files: Map<string, ProjectFile>
  /** What each file brings in, in the order in which it names it. */
  readonly brought: Map<string, string[]>
  readonly diagnostics: Diagnostic[]
}

/**
 * Reads what the instruction files bring in with `@path`: texts of the work tree,
 * four files deep, each once. What leads out of it, to credentials or to a file
 * that is not there is left out and told.
 */
export async function readImports(
  root: string,
  files: readonly ProjectFile[],
): Promise<ImportReading> {
  const walk: Walk = {
    root,
    files: new Map(files.map((file) => [file.path, file])),
    brought: new Map(),
    diagnostics: [],
  }
  let level = files.filter((file) => IMPORTING.has(kindOf(file)))
  for (let hop = 0; hop < MAX_HOPS && level.length > 0; hop++) {
    const next: ProjectFile[] = []
    for (const file of level) next.push(...(await followImports(file, walk)))
    level = next
  }
  for (const file of level) reportDepth(file, walk)
  return { files: files.flatMap((file) => withBrought(file, walk)), diagnostics: walk.diagnostics }
}

/** The files that are new by this one. */
async function followImports(importer: ProjectFile, walk: Walk): Promise<readonly ProjectFile[]> {
  const found: ProjectFile[] = []
  for (const written of new Set(findImports(importer.text))) {
    const path = posix.join(posix.dirname(importer.path), written)
    const known = walk.files.get(path)
    if (known) noteImporter(known, importer, walk)
    else {
      const file = await readImport(importer, { written, path }, walk)
      if (file) found.push(file)
    }
  }
  return found
}

/** A file that counts by its name has no need of an importer. */
function noteImporter(file: ProjectFile, importer: ProjectFile, { files }: Walk): void {
  if (file.importedBy === undefined || file.importedBy.includes(importer.path)) return
  files.set(file.path, { ...file, importedBy: [...file.importedBy, importer.path] })
}

interface Target {
  readonly written: string
  /** Relative to the root. */
  readonly path: string
}

async function readImport(
  importer: ProjectFile,
  target: Target,
  walk: Walk,
): Promise<ProjectFile | null> {
  const { root, files, brought } = walk
  const { path } = target
  const barred = whyBarred(target, files.size)
  if (barred !== null) return leaveOut(importer, target, { reason: barred, walk })
  const found = await readFileSafely(join(root, path), { roots: [root] })
  if (found.outcome !== 'content') {
    const reason = found.outcome === 'missing' ? 'there is no such file' : 'it cannot be read'
    return leaveOut(importer, target, { reason, walk })
  }
  const directory = path.includes('/') ? posix.dirname(path) : ''
  const { file, diagnostics } = toProjectFile({ root, directory, path }, found)
  walk.diagnostics.push(...diagnostics)
  const imported: ProjectFile = {
    ...file,
    importedBy: [importer.path],
    importedKind: kindOf(importer),
  }
  files.set(path, imported)
  brought.set(importer.path, [...(brought.get(importer.path) ?? []), path])
  return imported
}

function whyBarred({ written, path }: Target, count: number): string | null {
  if (/^[/~]/.test(written) || path.startsWith('../')) return 'it lies outside the work tree'
  if (isCredentialPlace(path.split('/'))) return 'it is a place for credentials'
  if (!TEXTS.has(extname(path).toLowerCase())) return 'its ending is not that of a text'
  return count >= MAX_FILES ? `the work tree brings in more than ${MAX_FILES} files` : null
}

/** Of what merely looks like an import, a mention or the name of a package, nothing is said. */
function leaveOut(
  importer: ProjectFile,
  { written }: Target,
  { reason, walk }: { readonly reason: string; readonly walk: Walk },
): null {
  // The full stop of a sentence belongs to the path, for Claude Code as well: the file is then missed.
  if (TEXTS.has(extname(written.replace(/[.,;:]+$/, '')).toLowerCase())) {
    walk.diagnostics.push({
      code: 'project.import',
      severity: 'info',
      message: `${importer.path} brings in @${written}, which is not read: ${reason}`,
      source: { root: 'worktree', path: importer.path },
    })
  }
  return null
}

function reportDepth(file: ProjectFile, walk: Walk): void {
  for (const written of findImports(file.text)) {
    const path = posix.join(posix.dirname(file.path), written)
    if (walk.files.has(path)) continue
    const reason = `it is more than ${MAX_HOPS} files away`
    leaveOut(file, { written, path }, { reason, walk })
  }
}

function withBrought(file: ProjectFile, walk: Walk): readonly ProjectFile[] {
  const brought = walk.brought.get(file.path) ?? []
  const known = walk.files.get(file.path) ?? file
  return [
    known,
    ...brought.flatMap((path) => {
      const next = walk.files.get(path)
      return next ? withBrought(next, walk) : []
    }),
  ]
}
