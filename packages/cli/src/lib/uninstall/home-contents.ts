import { lstat, readdir, realpath, rm, unlink } from 'node:fs/promises'
import { isUnder, type StateLayout } from '@onesoul/disk'
import { folderBytes } from '../session/session-files.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'

/** What goes with a home. */
export interface HomeContents {
  /** Files of the person, relative to the home, without what is below `state`. */
  readonly files: readonly string[]
  readonly sessions: number
  readonly bytes: number
  /** Where the home leads when it is a link: that folder stays. */
  readonly linkTo: string | null
}

/** Lists what would be lost with a home. */
export async function readContents(layout: StateLayout): Promise<HomeContents> {
  const { home, state, sessions } = layout
  const entries = await readdir(home, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => !(entry.isDirectory() || isUnder(entry.parentPath, state)))
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(home.length + 1))
    .sort()
  const kept = (await readdir(sessions).catch(() => [])).filter((name) => !name.startsWith('.'))
  return {
    files,
    sessions: kept.length,
    bytes: await folderBytes(home),
    linkTo: await linkTarget(home),
  }
}

async function linkTarget(path: string): Promise<string | null> {
  if (!(await lstat(path)).isSymbolicLink()) return null
  return realpath(path)
}

/**
 * Refuses what is no home of ours: a folder that holds the person's own home
 * directory, or that nothing of OneSoul ever wrote into.
 */
export async function requireHome(layout: StateLayout, userHome: string): Promise<void> {
  const names = await readdir(layout.home)
  const isHome = names.includes('state') && names.includes('config.yaml')
  if (isHome && !isUnder(userHome, layout.home)) return
  throw new CliError(EXIT.refused, `${layout.home} does not look like a home of OneSoul`, {
    hints: ['nothing was removed; a home holds config.yaml and state'],
  })
}

/** Removes a home; of a home that is a link, the link. Links inside are removed, never followed. */
export async function removeHome({ home }: StateLayout, { linkTo }: HomeContents): Promise<void> {
  if (linkTo !== null) await unlink(home)
  else await rm(home, { recursive: true })
}
