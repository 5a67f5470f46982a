import { join, relative, sep } from 'node:path'
import type { PersonalRoot } from '../port/limits.ts'

export interface PersonalFolder {
  /** Absolute. */
  readonly path: string
  /** As people write it. */
  readonly label: string
  /** What a link may not leave. */
  readonly within: string
}

/** Where a folder of skills of the person's own lies. */
export function personalFolder(
  { variable, folder, skills }: PersonalRoot,
  place: {
    readonly userHome: string
    readonly env: Readonly<Record<string, string | undefined>>
  },
): PersonalFolder {
  const named = variable === undefined ? undefined : place.env[variable]
  const within = named || join(place.userHome, folder)
  const label = named ? `$${variable}/${skills}` : `~/${folder}/${skills}`
  return { path: join(within, skills), label, within }
}

/** Absolute paths from a root down to a directory in it, both included. */
export function directoriesDown(root: string, directory: string): readonly string[] {
  const names = relative(root, directory).split(sep).filter(Boolean)
  if (names[0] === '..') return [directory]
  return [root, ...names.map((_, index) => join(root, ...names.slice(0, index + 1)))]
}
