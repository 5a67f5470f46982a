import { isAbsolute, relative, sep } from 'node:path'

/** Whether `path` is `parent` or lies below it, compared by whole names (`/home/me-evil` is not under `/home/me`). */
export function isUnder(path: string, parent: string): boolean {
  return segmentsBelow(path, parent) !== null
}

/** The names that lead from `parent` to `path`; `[]` for the same path, `null` when it is not below. */
export function segmentsBelow(path: string, parent: string): readonly string[] | null {
  const way = relative(parent, path)
  if (way === '') return []
  if (isAbsolute(way)) return null
  const segments = way.split(sep)
  return segments[0] === '..' ? null : segments
}
