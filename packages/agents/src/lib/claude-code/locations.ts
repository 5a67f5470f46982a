import { realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The places of one run of Claude Code; all paths are absolute. */
export interface ClaudePlaces {
  /** Working directory with symbolic links resolved, as the program sees it. */
  readonly cwd: string
  /** Directory of the nearest `.git`, else `null`. */
  readonly gitRoot: string | null
  /** Holds the person's own settings and CLAUDE.md: `CLAUDE_CONFIG_DIR`, else `~/.claude`. */
  readonly configDir: string
  /** The program's own state, with what was approved per project. */
  readonly stateFile: string
}

export async function findPlaces(
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<ClaudePlaces> {
  const { CLAUDE_CONFIG_DIR: named, HOME = '/' } = env
  const real = await realpath(cwd)
  return {
    cwd: real,
    gitRoot: await findGitRoot(real),
    configDir: named || join(HOME, '.claude'),
    stateFile: join(named || HOME, '.claude.json'),
  }
}

/** A directory and every one above it, outermost first. */
export function directoriesDownTo(directory: string): readonly string[] {
  const parent = dirname(directory)
  return parent === directory ? [directory] : [...directoriesDownTo(parent), directory]
}

async function findGitRoot(cwd: string): Promise<string | null> {
  for (const directory of directoriesDownTo(cwd).toReversed()) {
    const found = await stat(join(directory, '.git')).catch(() => null)
    if (found) return directory
  }
  return null
}
