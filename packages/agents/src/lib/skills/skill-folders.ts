import { dirname, join } from 'node:path'
import { isReachable } from '@onesoul/disk'
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

/** The working directory and those above it up to the git root; without one it alone. */
export async function projectDirectories(cwd: string): Promise<readonly string[]> {
  const found: string[] = []
  for (let place = cwd; ; place = dirname(place)) {
    found.push(place)
    if (await isReachable(join(place, '.git'))) return found
    if (dirname(place) === place) return [cwd]
  }
}
