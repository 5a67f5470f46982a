import { lstat, realpath } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { isUnder, readStateFormat, type StateLayout } from '@onesoul/disk'
import { findUserHome } from '@onesoul/sources'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import type { HomeContents } from './home-contents.ts'

/**
 * Refuses to remove what holds the person's home directory or the repository of
 * the working directory, links followed, and what OneSoul never prepared: a home
 * has a format number in `state/version`.
 */
export async function requireHome(
  layout: StateLayout,
  contents: HomeContents,
  { env, cwd }: Invocation,
): Promise<void> {
  const real = await realpath(layout.home)
  for (const userHome of [findUserHome(env), accountHome()]) {
    if (userHome !== null && isUnder(await realpath(userHome).catch(() => userHome), real)) {
      throw noHome(layout, 'it holds your home directory')
    }
  }
  const repository = await repositoryOf(await realpath(cwd))
  if (repository !== null && isUnder(repository, real)) {
    throw noHome(layout, 'it holds the repository that you are in')
  }
  const { outcome } = await readStateFormat(layout)
  // What a kill leaves at the very end of a removal: folders, and nothing in them.
  const { files, stateFiles, kept, linkTo } = contents
  const isEmpty = linkTo === null && files.length + stateFiles.length + kept.length === 0
  if (outcome !== 'known' && !isEmpty) throw noHome(layout, 'it has no state/version')
}

/** By the system's accounts, whatever HOME says; null where the system has none for us. */
function accountHome(): string | null {
  try {
    return userInfo().homedir
  } catch {
    // A user without an account has no home directory that could be lost.
    return null
  }
}

async function repositoryOf(folder: string): Promise<string | null> {
  if (await lstat(join(folder, '.git')).catch(() => null)) return folder
  const parent = dirname(folder)
  return parent === folder ? null : repositoryOf(parent)
}

function noHome({ home }: StateLayout, why: string): CliError {
  return new CliError(EXIT.refused, `${home} does not look like a home of OneSoul: ${why}`, {
    hints: ['nothing was removed'],
  })
}
