import { readdir } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { Diagnostic } from '@onesoul/core'
import { type ReadFailure, readEach, readFileSafely } from '@onesoul/disk'
import { listCursorRules } from './list-cursor-rules.ts'
import { INSTRUCTION_NAMES } from './project-kind.ts'
import { toProjectFile } from './to-project-file.ts'
import type { ProjectFile } from './worktree.ts'

export interface DirectoryReading {
  readonly files: readonly ProjectFile[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads the instruction files of one directory of a work tree. */
export async function readDirectory(root: string, directory: string): Promise<DirectoryReading> {
  const names = await listNames(join(root, directory))
  const named = INSTRUCTION_NAMES.filter(({ rootOnly }) => directory === '' || !rootOnly)
    .map(({ name }) => name)
    .filter((name) => mayBeThere(name, names))
  const rules = await listCursorRules(root, directory, names)
  const readings = await readEach([...named, ...rules.names], (name) =>
    readOne(root, directory, name),
  )
  const all = readings.flatMap(({ file }) => (file === null ? [] : [file]))
  const read = new Set(all.map((file) => file.path))
  return {
    files: all.filter((file) => !isTwin(file, { names: names ?? [], paths: read })),
    diagnostics: [
      ...readings.flatMap((one) => one.diagnostics),
      ...rules.diagnostics,
      ...wrongCase(names ?? [], directory, read),
    ],
  }
}

interface FileReading {
  readonly file: ProjectFile | null
  readonly diagnostics: readonly Diagnostic[]
}

async function readOne(root: string, directory: string, name: string): Promise<FileReading> {
  const path = inDirectory(directory, name)
  const found = await readFileSafely(join(root, path), { roots: [root] })
  if (found.outcome === 'content') return toProjectFile({ root, directory, path }, found)
  const isTrouble = found.outcome === 'failed' && found.code !== 'not-directory'
  return { file: null, diagnostics: isTrouble ? [unreadable(root, path, found)] : [] }
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
  const [first = ''] = file.split('/')
  return isSecondCase(file) ? names.includes(first) : names.some((name) => sameLetters(name, first))
}

/** `agents.md` after `AGENTS.md`: the same letters as a better name. */
function isSecondCase(name: string): boolean {
  return INSTRUCTION_NAMES.find((one) => sameLetters(one.name, name))?.name !== name
}

/** On a disk without case a file was read under its canonical name; the other one is no second file. */
function isTwin({ name, directory }: ProjectFile, read: DiskNames): boolean {
  if (name.includes('.mdc') || !isSecondCase(name)) return false
  const canonical = INSTRUCTION_NAMES.find((one) => sameLetters(one.name, name))?.name ?? name
  return read.paths.has(inDirectory(directory, canonical)) && !read.names.includes(canonical)
}

interface DiskNames {
  /** As the disk lists them. */
  readonly names: readonly string[]
  /** Paths that were read. */
  readonly paths: ReadonlySet<string>
}

function sameLetters(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

function wrongCase(
  names: readonly string[],
  directory: string,
  read: ReadonlySet<string>,
): readonly Diagnostic[] {
  const known = INSTRUCTION_NAMES.map(({ name }) => name)
  return names.flatMap((name): Diagnostic[] => {
    if (known.includes(name)) return []
    const meant = known.find((one) => sameLetters(one, name))
    if (meant === undefined) return []
    const path = inDirectory(directory, name)
    // On a disk without case the file was read under its canonical name.
    if (read.has(inDirectory(directory, meant)) && !names.includes(meant)) return []
    const message = `${path} is not read; did you mean ${meant}?`
    const source = { root: 'worktree', path } as const
    const fix = `rename it to ${meant}`
    return [{ code: 'project.wrong-case', severity: 'warning', message, fix, source }]
  })
}

function inDirectory(directory: string, name: string): string {
  return directory === '' ? name : `${directory}/${name}`
}

async function listNames(path: string): Promise<readonly string[] | null> {
  try {
    return (await readdir(path)).sort()
  } catch {
    // A directory that may be entered but not listed has no variants to report.
    return null
  }
}
