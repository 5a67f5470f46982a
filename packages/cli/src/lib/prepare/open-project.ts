import { findProjectPlace, type Home, type ProjectPlace } from '@onesoul/sources'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { openPlace } from './open-place.ts'

/** A home and the work tree around the working directory. */
export interface OpenProject {
  readonly home: Home
  readonly place: ProjectPlace
}

export interface OpenProjectOptions {
  /** Something is kept in the home, so there has to be one. Default: true. */
  readonly keeps?: boolean
}

/** Opens the home and finds the work tree that the command is about; without a home nothing can be kept. */
export async function openProject(
  invocation: Invocation,
  { keeps = true }: OpenProjectOptions = {},
): Promise<OpenProject> {
  const home = await openPlace(invocation)
  if (keeps && !home.exists) {
    throw new CliError(EXIT.failed, `there is no home at ${home.dir} to keep this in`, {
      hints: ['create one with `onesoul init`'],
    })
  }
  const { dir, userHome } = home
  return { home, place: await findProjectPlace({ home: dir, cwd: invocation.cwd, userHome }) }
}
