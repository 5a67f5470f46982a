import type { Home } from '@onesoul/sources'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { openPlace } from './open-place.ts'

/** Opens the home; without one, a folder of slots alone, nothing can be kept. */
export async function requireKeepingHome(invocation: Invocation): Promise<Home> {
  const home = await openPlace(invocation)
  if (home.exists) return home
  throw new CliError(EXIT.failed, `there is no home at ${home.dir} to keep this in`, {
    hints: ['create one with `onesoul init`'],
  })
}
