import { kindOf, PROJECT_KINDS } from '../project/project-kind.ts'
import type { ProjectFile } from '../project/worktree.ts'

/** The highest rank of a project file. */
const TOP = 49

/**
 * The files as a prompt lists them: by the weight of their convention, of one
 * convention from the root to the working directory, each followed by what it
 * brings in.
 */
export function orderProject(files: readonly ProjectFile[]): readonly ProjectFile[] {
  const kinds = files.map((file) => PROJECT_KINDS.indexOf(kindOf(file)))
  return files
    .map((file, index) => ({ file, kind: kinds[index] ?? 0 }))
    .sort((a, b) => a.kind - b.kind)
    .map(({ file }) => file)
}

/**
 * How long each file is kept when room is short, by path: the nearest is cut
 * last; in one directory that of the weightiest convention; and what a file
 * brings in before the file itself.
 */
export function rankProject(files: readonly ProjectFile[]): ReadonlyMap<string, number> {
  const place = new Map(orderProject(files).map((file, index) => [file.path, index]))
  const depths = new Map<string, number>()
  for (const file of files) depths.set(file.path, depthOf(file, depths))
  const last = [...files].sort((a, b) => {
    const depth = (depths.get(b.path) ?? 0) - (depths.get(a.path) ?? 0)
    return depth === 0 ? (place.get(a.path) ?? 0) - (place.get(b.path) ?? 0) : depth
  })
  return new Map(last.map((file, index) => [file.path, Math.max(0, TOP - index)]))
}

/** A file that is brought in lies as near as the file that brings it in, which comes before it. */
function depthOf(file: ProjectFile, known: ReadonlyMap<string, number>): number {
  const importer = file.importedBy?.find((path) => known.has(path))
  if (importer !== undefined) return known.get(importer) ?? 0
  return file.directory === '' ? 0 : file.directory.split('/').length
}
