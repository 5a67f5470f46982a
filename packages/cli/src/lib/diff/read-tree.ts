import { posix } from 'node:path'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { runGit } from './run-git.ts'

/** A commit of a repository. */
export interface GitCommit {
  /** Absolute path of the work tree. */
  readonly top: string
  /** Full hash. */
  readonly commit: string
}

export interface GitFile {
  /** From the root of the work tree, `/`-separated. */
  readonly path: string
  readonly bytes: Buffer
}

export interface TreeEntry {
  /** From the root of the work tree, `/`-separated. */
  readonly path: string
  /** Hash of its content as git writes it. */
  readonly object: string
  readonly isLink: boolean
}

/**
 * Reads the files of a commit below a folder (`''`: all) whose names `wants`
 * takes, out of the object store: nothing is checked out, no filter or hook runs.
 * A link to a file of the same commit is read as that file; other links and
 * submodules are left out.
 */
export async function readTree(
  invocation: Invocation,
  { top, commit }: GitCommit,
  wanted: { readonly folder: string; readonly wants: (path: string) => boolean },
): Promise<readonly GitFile[]> {
  const listed = await listTree(invocation, { top, commit }, wanted.folder)
  const entries = listed.filter((entry) => wanted.wants(entry.path))
  const read = (objects: readonly string[]): Promise<readonly (Buffer | null)[]> =>
    readObjects(invocation, top, objects)
  const bytes = await read(entries.map((entry) => entry.object))
  const targets = entries.map((entry, index) =>
    entry.isLink ? `${commit}:${targetOf(entry, bytes[index])}` : entry.object,
  )
  const followed = entries.some((entry) => entry.isLink) ? await read(targets) : bytes
  return entries.flatMap(({ path }, index) => {
    const found = followed[index]
    return found ? [{ path, bytes: found }] : []
  })
}

/** The files and links of a commit below a folder (`''`: all); submodules are left out. */
export async function listTree(
  invocation: Invocation,
  { top, commit }: GitCommit,
  folder: string,
): Promise<readonly TreeEntry[]> {
  const scope = folder === '' ? [] : ['--', folder]
  const args = ['ls-tree', '-r', '-z', '--full-tree', commit, ...scope]
  const listed = await runGit(invocation, args, { cwd: top })
  if (listed.code !== 0) throw failed(top, listed.trouble)
  return parseTree(listed.stdout)
}

/** Of `ls-tree -z`: mode, type, object, a tab and the path of each entry. */
function parseTree(output: Buffer): readonly TreeEntry[] {
  return output
    .toString('utf8')
    .split('\0')
    .flatMap((line) => {
      const tab = line.indexOf('\t')
      const [mode, type, object] = line.slice(0, tab).split(' ')
      if (tab < 0 || type !== 'blob' || object === undefined) return []
      return [{ path: line.slice(tab + 1), object, isLink: mode === '120000' }]
    })
}

function targetOf(entry: TreeEntry, link: Buffer | null | undefined): string {
  return posix.join(posix.dirname(entry.path), link?.toString('utf8') ?? '')
}

/** The contents of objects, in their order; `null` for one that is not there or no file. */
export async function readObjects(
  invocation: Invocation,
  top: string,
  objects: readonly string[],
): Promise<readonly (Buffer | null)[]> {
  if (objects.length === 0) return []
  // A name over several lines would be read as several; no such link leads to a slot.
  const input = objects.map((object) => `${object.replaceAll('\n', '?')}\n`).join('')
  const { code, stdout, trouble } = await runGit(invocation, ['cat-file', '--batch'], {
    cwd: top,
    input,
  })
  if (code !== 0) throw failed(top, trouble)
  const contents: (Buffer | null)[] = []
  let offset = 0
  while (contents.length < objects.length) {
    const end = stdout.indexOf('\n', offset)
    if (end < 0) throw failed(top, 'git ended before all files were read')
    const found = /^[0-9a-f]+ ([a-z]+) (\d+)$/.exec(stdout.toString('utf8', offset, end))
    const size = Number(found?.[2] ?? Number.NaN)
    const content = stdout.subarray(end + 1, end + 1 + size)
    contents.push(found?.[1] === 'blob' ? content : null)
    offset = found ? end + 1 + size + 1 : end + 1
  }
  return contents
}

function failed(top: string, trouble: string): CliError {
  return new CliError(EXIT.failed, `git could not read ${top}: ${trouble}`)
}
