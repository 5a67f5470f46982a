import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { type Diagnostic, parseDocument, type SourceRef } from '@onesoul/core'
import { type ReadContent, type ReadFailure, readFileSafely } from '@onesoul/disk'
import type { ProjectFile } from './worktree.ts'

/** Instruction files of one directory, in order of weight. */
const INSTRUCTION_FILES = [
  'AGENTS.override.md',
  'AGENTS.md',
  'CLAUDE.md',
  '.claude/CLAUDE.md',
  'CLAUDE.local.md',
] as const

export interface DirectoryReading {
  readonly files: readonly ProjectFile[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads the instruction files of one directory of a work tree. */
export async function readDirectory(root: string, directory: string): Promise<DirectoryReading> {
  const files: ProjectFile[] = []
  const diagnostics: Diagnostic[] = []
  const names = await listNames(join(root, directory))
  for (const name of INSTRUCTION_FILES.filter((file) => mayBeThere(file, names))) {
    const path = directory === '' ? name : `${directory}/${name}`
    const found = await readFileSafely(join(root, path), { roots: [root] })
    if (found.outcome === 'content') {
      const file = toProjectFile({ root, directory, path }, found)
      files.push(file.file)
      diagnostics.push(...file.diagnostics)
    } else if (found.outcome === 'failed' && found.code !== 'not-directory') {
      diagnostics.push(unreadable(root, path, found))
    }
  }
  const read = new Set(files.map((file) => file.path))
  return { files, diagnostics: [...diagnostics, ...wrongCase(names ?? [], directory, read)] }
}

interface FilePlace {
  readonly root: string
  readonly directory: string
  readonly path: string
}

function toProjectFile(
  { root, directory, path }: FilePlace,
  found: ReadContent,
): { file: ProjectFile; diagnostics: readonly Diagnostic[] } {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const ref: SourceRef = { root: 'worktree', kind: 'project', name, path, sha256: found.sha256 }
  const parsed = parseDocument(ref, found.bytes)
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
  }
  return { file, diagnostics: parsed.diagnostics }
}

function unreadable(root: string, path: string, found: ReadFailure): Diagnostic {
  const leaves = found.code === 'link-outside'
  const message = leaves
    ? `${path} is not read: it is a link out of the work tree, to a place for credentials or to another user's file`
    : found.message.replaceAll(`${root}${sep}`, '')
  return {
    code: leaves ? 'project.link-outside' : 'project.unreadable',
    severity: 'warning',
    message,
    source: { root: 'worktree', path },
  }
}

/** Asking the folder once spares asking for each name; what cannot be listed is asked for by name. */
function mayBeThere(file: string, names: readonly string[] | null): boolean {
  if (names === null) return true
  const first = (file.split('/')[0] ?? '').toLowerCase()
  return names.some((name) => name.toLowerCase() === first)
}

function wrongCase(
  names: readonly string[],
  directory: string,
  read: ReadonlySet<string>,
): readonly Diagnostic[] {
  const wanted = INSTRUCTION_FILES.filter((name) => !name.includes('/'))
  return names.flatMap((name): Diagnostic[] => {
    const meant = wanted.find((one) => one !== name && one.toLowerCase() === name.toLowerCase())
    if (meant === undefined) return []
    const path = directory === '' ? name : `${directory}/${name}`
    const canonical = directory === '' ? meant : `${directory}/${meant}`
    // On a disk without case the file was read under its canonical name.
    if (read.has(canonical) && !names.includes(meant)) return []
    const message = `${path} is not read; did you mean ${meant}?`
    const source = { root: 'worktree', path } as const
    return [
      {
        code: 'project.wrong-case',
        severity: 'warning',
        message,
        fix: `rename it to ${meant}`,
        source,
      },
    ]
  })
}

async function listNames(path: string): Promise<readonly string[] | null> {
  try {
    return (await readdir(path)).sort()
  } catch {
    // A directory that may be entered but not listed has no variants to report.
    return null
  }
}
