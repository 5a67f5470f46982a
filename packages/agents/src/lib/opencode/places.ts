import { dirname, join } from 'node:path'
import { isReachable } from '@onesoul/disk'

type Environment = Readonly<Record<string, string>>

/** The folders of one run of OpenCode; all paths are absolute. */
export interface OpenCodePlaces {
  readonly home: string
  /** Holds the person's own configuration. */
  readonly config: string
  /** Where the person's own AGENTS.md is looked for: `OPENCODE_CONFIG_DIR`, else `config`. */
  readonly instructions: string
  readonly data: string
  readonly state: string
  readonly cache: string
}

export function findPlaces(env: Environment): OpenCodePlaces {
  const { HOME, USERPROFILE, OPENCODE_CONFIG_DIR, ...rest } = env
  const home = HOME || USERPROFILE || '/'
  const folder = (name: string, usual: string): string =>
    join(rest[name] || join(home, usual), 'opencode')
  const config = folder('XDG_CONFIG_HOME', '.config')
  return {
    home,
    config,
    instructions: OPENCODE_CONFIG_DIR || config,
    data: folder('XDG_DATA_HOME', '.local/share'),
    state: folder('XDG_STATE_HOME', '.local/state'),
    cache: folder('XDG_CACHE_HOME', '.cache'),
  }
}

/**
 * The directories that OpenCode searches for project files, the working
 * directory first: up to the git root, without one up to the root of the disk
 * (measured on 1.18.33).
 */
export async function directoriesUp(cwd: string): Promise<readonly string[]> {
  const found: string[] = []
  for (let place = cwd; ; place = dirname(place)) {
    found.push(place)
    if (place === dirname(place) || (await isReachable(join(place, '.git')))) return found
  }
}
